import Type from 'typebox';
import { objectOf, plainSchema } from '../asyncapi/json-schema';
import { breakingChanges } from './breaking-changes';
import { currentContracts, type PublishedTopic } from './published-contract';

const facts = (): PublishedTopic => ({
  topic: 'facts.v1',
  direction: 'sent',
  partitions: 3,
  configuration: { 'cleanup.policy': 'delete', 'retention.ms': '1000', 'max.message.bytes': '100' },
  messages: {
    Happened: {
      key: { type: 'string', format: 'uuid' },
      keyLocation: '$message.payload#/id',
      headers: objectOf({ ce_type: { type: 'string', const: 'Happened' } }),
      payload: plainSchema(Type.Object({ id: Type.String() })),
    },
  },
});
const commands = (): PublishedTopic => ({ ...facts(), topic: 'commands.v1', direction: 'received' });

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

type Row = [change: string, apply: (topic: PublishedTopic) => void, sent: string[], received: string[]];

const both = (problem: string): [string[], string[]] => [[`facts.v1${problem}`], [`commands.v1${problem}`]];

const ROWS: Row[] = [
  ['nothing', () => {}, [], []],
  ['more partitions', (topic) => (topic.partitions = 4), [], []],
  ['fewer partitions', (topic) => (topic.partitions = 2), ...both(': partitions reduced from 3 to 2')],
  ['kept for longer', (topic) => (topic.configuration['retention.ms'] = '-1'), [], []],
  [
    'kept for less time',
    (topic) => (topic.configuration['retention.ms'] = '999'),
    ...both(': retention.ms changed from 1000 to 999'),
  ],
  [
    'compacted',
    (topic) => (topic.configuration['cleanup.policy'] = 'compact'),
    ...both(': cleanup.policy changed from delete to compact'),
  ],
  [
    'a lower limit of the message size',
    (topic) => (topic.configuration['max.message.bytes'] = '99'),
    [],
    ['commands.v1: max.message.bytes changed from 100 to 99'],
  ],
  ['a message added', (topic) => (topic.messages.More = topic.messages.Happened!), [], []],
  ['a message removed', (topic) => delete topic.messages.Happened, ...both(' Happened: removed')],
  [
    'another key',
    (topic) => (topic.messages.Happened!.key = { type: 'string' }),
    ...both(' Happened key: changed; messages of one key would be in two partitions'),
  ],
  [
    'the key at another location',
    (topic) => (topic.messages.Happened!.keyLocation = '$message.payload#/other'),
    ...both(' Happened key: changed; messages of one key would be in two partitions'),
  ],
  [
    'an optional header added',
    (topic) =>
      (topic.messages.Happened!.headers = objectOf({ ce_type: { type: 'string', const: 'Happened' }, 'x?': {} })),
    [],
    [],
  ],
  [
    'a header removed',
    (topic) => (topic.messages.Happened!.headers = objectOf({})),
    ...both(' Happened headers.ce_type: removed'),
  ],
  [
    'a field of a received message made required',
    (topic) => (topic.messages.Happened!.payload.required = ['id', 'other']),
    [],
    ['commands.v1 Happened payload.other: is now required'],
  ],
  [
    'the other direction',
    (topic) => (topic.direction = topic.direction === 'sent' ? 'received' : 'sent'),
    ['facts.v1: was sent, is now received'],
    ['commands.v1: was received, is now sent'],
  ],
];

describe('a change of a contract', () => {
  it.each(ROWS)('%s', (_change, apply, sent, received) => {
    for (const [topic, expected] of [
      [facts, sent],
      [commands, received],
    ] as const) {
      const current = copy(topic());
      apply(current);
      expect(breakingChanges([topic()], [current])).toEqual(expected);
    }
  });

  it('may add topics, but not remove them', () => {
    expect(breakingChanges([facts()], [facts(), commands()])).toEqual([]);
    expect(breakingChanges([facts(), commands()], [facts()])).toEqual(['commands.v1: removed']);
  });
});

describe('a retired topic', () => {
  const retired = [{ name: 'facts.v1', successor: 'facts.v2' }];
  const next = (): PublishedTopic => ({ ...facts(), topic: 'facts.v2' });

  it('may end, and its successor may keep facts for less time', () => {
    const bounded = { ...next(), configuration: { ...next().configuration, 'retention.ms': '10' } };
    expect(breakingChanges([facts()], [bounded], retired)).toEqual([]);
    expect(breakingChanges([next()], [bounded], retired)).toEqual(['facts.v2: retention.ms changed from 1000 to 10']);
  });

  it('takes its dead letters with it', () => {
    const dead = { ...facts(), topic: 'facts.v1.dead-letter' };
    expect(breakingChanges([dead], [{ ...dead, topic: 'facts.v2.dead-letter' }], retired)).toEqual([]);
  });

  it('needs its successor, which carries everything that it carried', () => {
    expect(breakingChanges([facts()], [], retired)).toEqual([
      'facts.v1: retired, but its successor facts.v2 does not exist',
    ]);
    const other = next();
    other.messages.Happened!.payload = plainSchema(Type.Object({}));
    expect(breakingChanges([facts()], [other], retired)).toEqual(['facts.v2 Happened payload.id: removed']);
    expect(breakingChanges([facts()], [{ ...next(), partitions: 2 }], retired)).toEqual([
      'facts.v2: partitions reduced from 3 to 2',
    ]);
    expect(breakingChanges([commands()], [next()], retired)).toEqual(['commands.v1: removed']);
  });
});

describe('the stored part of a contract', () => {
  const contracts = currentContracts();

  it('has no descriptions and examples, so that these may change', () => {
    expect(JSON.stringify(contracts)).not.toMatch(/"(description|examples|title)":\s*["[]/);
  });

  it('keeps fields whose names are keywords of descriptions', () => {
    const ledger = contracts.find(({ topic }) => topic === 'ledger.ledger.event.v1')!;
    const { properties } = ledger.messages['ledger.LedgerCreated']!.payload as any;
    expect(properties.description).toEqual({ type: 'string' });
  });

  it.each(contracts.map((topic) => [topic.topic, topic] as const))(
    'breaks when anything of %s is removed',
    (_name, topic) => {
      for (const [name, message] of Object.entries(topic.messages)) {
        for (const part of ['headers', 'payload'] as const) {
          for (const field of Object.keys(message[part].properties ?? {})) {
            const changed = copy(topic);
            delete (changed.messages[name]![part] as any).properties[field];
            expect(breakingChanges([topic], [changed])).toContainEqual(
              `${topic.topic} ${name} ${part}.${field}: removed`,
            );
          }
        }
      }
    },
  );
});
