import specs from '@asyncapi/specs';
import Ajv, { type ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { COMMANDS } from '../commands';
import { TOPICS } from '../every-topic';
import { FACTS, FOLLOWED_FACTS } from '../facts';
import { ALERT_EVENTS, CUSTOMER_EVENTS, deadLetterTopic, REPLIES } from '../topics';
import { asyncApiDocument, KEY_LOCATION, type Message } from './asyncapi-document';
import type { JsonSchema } from './json-schema';
import { inPlace } from './named-schemas';

/** The document as it is served. */
const served = (topicPrefix?: string) =>
  JSON.parse(JSON.stringify(asyncApiDocument({ topicPrefix }))) as ReturnType<typeof asyncApiDocument>;
/** The same document with its schema references resolved. */
const document = inPlace(served(), served().components.schemas);

const messages: [string, Message][] = Object.entries(document.channels).flatMap(([topic, channel]) =>
  Object.entries(channel.messages).map(([name, message]): [string, Message] => [`${name} on ${topic}`, message]),
);

const PREFIXES = new Map<string, string>(FACTS.map(({ name, streams }) => [name, streams.prefix]));

/** What a reference of the document refers to. */
function resolved({ $ref }: { $ref: string }): any {
  const target = $ref
    .split('/')
    .slice(1)
    .reduce((at: any, step) => at?.[step], document);
  if (!target) throw new Error(`${$ref} does not resolve`);
  return target;
}

const withFormats = <Validator extends Ajv>(ajv: Validator): Validator => {
  addFormats(ajv);
  return ajv;
};

/** Made once, because a validator compiles the schema of schemas first; it keeps every schema that it has compiled. */
const DRAFT_07 = withFormats(new Ajv({ allErrors: true }));
const DRAFT_2020_12 = withFormats(new Ajv2020({ allErrors: true }));

describe('the AsyncAPI document', () => {
  it('is valid by the published schema of AsyncAPI 3.0', () => {
    const check = withFormats(new Ajv({ strict: false, allErrors: true })).compile(specs.schemasWithoutId['3.0.0']);
    check(served());
    expect(check.errors ?? []).toEqual([]);
  });

  it('is rejected by that schema when it is invalid', () => {
    const check = withFormats(new Ajv({ strict: false })).compile(specs.schemasWithoutId['3.0.0']);
    const [operation] = Object.values(structuredClone(document).operations);
    expect(check({ ...document, operations: { x: { ...operation, action: 'publish' } } })).toBe(false);
  });

  it('has every topic, with its partitions and configuration', () => {
    expect(Object.keys(document.channels)).toEqual(TOPICS.map(({ name }) => name));
    for (const { name, partitions, retentionMs, purpose } of TOPICS) {
      expect(document.channels[name]).toMatchObject({
        address: name,
        description: expect.stringContaining(purpose),
        bindings: {
          kafka: {
            partitions,
            topicConfiguration: { 'cleanup.policy': ['delete'], 'retention.ms': retentionMs },
          },
        },
      });
    }
  });

  it('puts a prefix before every address and nothing else', () => {
    const prefixed = served('bank-');
    expect(Object.values(prefixed.channels).map(({ address }) => address)).toEqual(
      TOPICS.map(({ name }) => `bank-${name}`),
    );
    for (const [name, channel] of Object.entries(prefixed.channels)) channel.address = name;
    expect(prefixed).toEqual(served());
  });

  it('says that Probity sends every fact', () => {
    const operations = Object.values(document.operations).filter(({ tags }) => tags[0]!.name === 'facts');
    expect(new Set(operations.map(({ action }) => action))).toEqual(new Set(['send']));
    const sent = operations.flatMap(({ channel, messages: list }) =>
      list.map((message) => `${resolved(message).name} on ${resolved(channel).address}`),
    );
    const published = FACTS.map(({ name, streams }) => `${name} on ${streams.topic}`);
    expect(sent.sort()).toEqual(published.sort());
  });

  it('has a dead-letter topic for every topic that Probity itself reads', () => {
    const read = Object.values(document.operations).filter(({ action }) => action === 'receive');
    const followed = new Set(FOLLOWED_FACTS.map(({ streams }) => streams.topic));
    const topics = [...new Set(read.map(({ channel }) => resolved(channel).address as string)), ...followed];
    const aside = TOPICS.filter(({ kind }) => kind === 'dead-letter').map(({ name }) => name);
    expect(aside).toEqual(topics.map(deadLetterTopic));
    expect([...followed]).toEqual(expect.arrayContaining([CUSTOMER_EVENTS, ALERT_EVENTS]));
  });

  it('says that Probity receives every command, on its topic, and what it replies', () => {
    for (const command of COMMANDS) {
      const operation = document.operations[command.name]!;
      expect(operation.action).toBe('receive');
      expect(resolved(operation.channel).address).toBe(command.topic);
      expect(operation.messages.map((message) => resolved(message).name)).toEqual([command.name]);
      expect(resolved(operation.reply!.channel).address).toBe(REPLIES);
      expect(operation.reply!.messages.map((message) => resolved(message).name)).toEqual([
        `${command.name}.reply`,
        'reply.alive',
        'reply.complete',
        'reply.refusal',
        'reply.failure',
      ]);
    }
  });

  it('refers only to messages of the channel of the operation', () => {
    for (const { channel, messages: list, reply } of Object.values(document.operations)) {
      for (const { $ref } of list) expect($ref).toMatch(new RegExp(`^${channel.$ref}/messages/[^/]+$`));
      for (const { $ref } of reply?.messages ?? []) {
        expect($ref).toMatch(new RegExp(`^${reply!.channel.$ref}/messages/[^/]+$`));
      }
    }
  });

  it('includes the facts that integrators need', () => {
    for (const word of ['at least once', 'ce_revision', 'read_committed', 'only add', 'unknown', '.dead-letter']) {
      expect(document.info.description).toContain(word);
    }
  });
});

describe('the schemas of the document', () => {
  const { channels, components } = served();
  const isClass = ({ type, enum: words, anyOf = [] }: JsonSchema): boolean =>
    type === 'object' || words !== undefined || anyOf.some((variant) => isClass(variant) || '$ref' in variant);

  it('are named after facts, commands and what is in them', () => {
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining([
        'TransactionPosted',
        'TransactionPostedHeaders',
        'PostingPayload',
        'OpenAccountRequest',
        'OpenAccountRequestHeaders',
        'AlertRaised',
        'Severity',
        'ReplyRefusal',
        'DeadLetter',
      ]),
    );
    for (const [name, { title }] of Object.entries(components.schemas)) {
      expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/);
      expect(title).toBe(name);
    }
  });

  it('are referred to, so that a generator of code invents no name for a class', () => {
    const nameless = ({ properties = {}, items, anyOf = [] }: JsonSchema): JsonSchema[] =>
      [...Object.values(properties), ...(items ? [items] : []), ...anyOf].flatMap((below) =>
        isClass(below) ? [below] : nameless(below),
      );
    expect(Object.values(components.schemas).flatMap(nameless)).toEqual([]);
    for (const { headers, payload } of Object.values(channels).flatMap((channel) => Object.values(channel.messages))) {
      for (const schema of [headers, payload]) {
        expect(Object.keys(schema)).toEqual(['$ref']);
        expect(resolved(schema as { $ref: string })).toBeDefined();
      }
    }
  });
});

describe.each(messages)('%s', (_name, message) => {
  it('has a summary and an example', () => {
    expect(message.summary).not.toBe('');
    expect(message.examples).toHaveLength(1);
  });

  it.each([
    ['draft 07', DRAFT_07],
    ['2020-12', DRAFT_2020_12],
  ])('has schemas that %s reads strictly, and an example that they accept', (_draft, ajv) => {
    const [example] = message.examples;
    expect(errorsOf(ajv.compile(message.headers), example!.headers)).toEqual([]);
    expect(errorsOf(ajv.compile(message.payload), example!.payload)).toEqual([]);
    expect(ajv.validateSchema(message.bindings.kafka.key)).toBe(true);
  });

  it('has an example of described fields only, all of them in its headers', () => {
    const [example] = message.examples;
    expect(Object.keys(example!.headers).sort()).toEqual(Object.keys(message.headers.properties as object).sort());
    expect(errorsOf(DRAFT_07.compile(closed(message.payload)), example!.payload)).toEqual([]);
  });

  it('is valid as no other message of its channel', () => {
    const channel = Object.values(document.channels).find(({ messages: all }) => all[message.name] === message)!;
    const accepting = Object.values(channel.messages).filter(({ headers }) =>
      DRAFT_07.validate(headers, message.examples[0]!.headers),
    );
    expect(accepting.map(({ name }) => name)).toEqual([message.name]);
  });
});

describe('the place of the key', () => {
  const located = messages.filter(([, message]) => keyLocation(message) !== undefined);

  it('is documented for every fact whose payload has it, and for every command without a fixed key', () => {
    const names = new Set(located.map(([, { name }]) => name));
    // A tenant's own list is named after the tenant, with a word before it.
    const ownLists = ['pipeline.WatchlistEntriesAdded', 'pipeline.WatchlistEntryDeleted'];
    expect(FACTS.map(({ name }) => name).filter((name) => !names.has(name))).toEqual(ownLists);
    const fixed = [
      'ledger.rebuild-projections',
      'pipeline.rebuild-pipeline',
      'pipeline.rebuild-accepted-events',
      'pipeline.verify-accepted-events',
      'customer-risk.rebuild-customers',
      'customer-risk.overwrite-erased-customers',
      'webhooks.rebuild-audit',
      'ledger.verify-ledger-audit',
      'pipeline.verify-pipeline-audit',
      'customer-risk.verify-customer-audit',
      'webhooks.verify-webhook-audit',
      'ledger.verify-projections',
      'pipeline.verify-pipeline',
      'customer-risk.verify-customers',
      'webhooks.verify-endpoints',
    ];
    const others = COMMANDS.map(({ name }) => name).filter((name) => !names.has(name));
    expect(others.sort()).toEqual(fixed.sort());
  });

  it.each(messages.filter(([, { name }]) => PREFIXES.has(name)))('follows from the subject of %s', (_name, message) => {
    const headers = message.examples[0]!.headers as { ce_type: string; ce_subject: string };
    const key = headers.ce_subject.slice(PREFIXES.get(headers.ce_type)!.length);
    expect(errorsOf(DRAFT_07.compile(message.bindings.kafka.key), key)).toEqual([]);
  });

  it.each(located)('holds a key in the example of %s', (_name, message) => {
    const [, part, pointer] = /^\$message\.(payload|header)#\/(.+)$/.exec(keyLocation(message)!)!;
    const [{ headers, payload }] = message.examples as [{ headers: object; payload: unknown }];
    const value = pointer!.split('/').reduce((at: any, step) => at[step], part === 'payload' ? payload : headers);
    expect(errorsOf(DRAFT_07.compile(message.bindings.kafka.key), value)).toEqual([]);
  });
});

function keyLocation({ bindings }: Message): string | undefined {
  return bindings.kafka[KEY_LOCATION];
}

/** The schema such that an object may have no property that it does not describe. */
function closed(schema: any): any {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, child]) => [name, closed(child)]));
  return schema.type === 'object' && schema.properties ? { ...inner, additionalProperties: false } : inner;
}

function errorsOf(check: ValidateFunction, value: unknown) {
  check(value);
  return check.errors ?? [];
}
