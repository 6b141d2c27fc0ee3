import { randomUUID } from 'node:crypto';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { describeEventStore } from '../testing/event-store-contract';
import {
  AppendRejected,
  type Checkpoint,
  type InlineProjection,
  type NewEvent,
  NO_STREAM,
  ReadSideBehind,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../event-store';
import { Connection } from './connection';
import { EventStoreDbEventStore } from './eventstoredb-event-store';
import { AppendOutcomeUnknown, ProjectionIncomplete, StreamWasDeleted } from './failures';
import { appendRequest } from './requests';
import { type AppendFault, StandIn } from '../testing/stand-in/stand-in';

const realServer = process.env.EVENTSTORE_URL;
/** What needs a server that does wrong what it is told to. */
const describeFaults = realServer ? describe.skip : describe;
/** Long enough for a busy machine where an answer comes, short enough where none does. */
const DEADLINE_MS = 1_500;

const NONE: InlineProjection = async () => {};
const newEvents = (count: number, type = 'Happened'): NewEvent[] =>
  Array.from({ length: count }, (_, n) => ({ id: randomUUID(), type, data: { n } }));
const idsOf = (events: { id: string }[]): string[] => events.map(({ id }) => id);

let database: TestDatabase;
let standIn: StandIn;
let store: EventStoreDbEventStore;
let url: string;
const opened: EventStoreDbEventStore[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  if (!realServer) standIn = await StandIn.start();
  url = realServer ?? standIn.connectionString;
  store = open(url);
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await standIn?.stop();
  await database.drop();
});

function open(connectionString: string): EventStoreDbEventStore {
  const another = new EventStoreDbEventStore(connectionString, database.owner);
  opened.push(another);
  return another;
}

async function read(stream: string, from = store): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const chunk of from.readStream(stream)) events.push(...chunk);
  return events;
}

/** Reads on until it has seen so many events. */
async function readOn(prefix: string, count: number, after?: Checkpoint, from = store) {
  const enough = new AbortController();
  const events: RecordedEvent[] = [];
  const checkpoints: Checkpoint[] = [];
  for await (const batch of from.subscribe(prefix, after, enough.signal)) {
    events.push(...batch.events);
    checkpoints.push(batch.checkpoint);
    if (events.length >= count) enough.abort();
  }
  return { events, checkpoints };
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (const limit = Date.now() + 15_000; !condition();) {
    if (Date.now() > limit) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Repeats until it succeeds, as a caller does whose append has an unknown outcome. */
async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  for (const limit = Date.now() + 20_000; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > limit) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

describeEventStore(`EventStoreDB (${realServer ? 'the server at EVENTSTORE_URL' : 'stand-in'})`, () => ({
  store,
  sql: database.owner,
}));

describe('EventStoreDB: what others put into the store', () => {
  let client: EventStoreDBClient;
  beforeAll(() => (client = EventStoreDBClient.connectionString(url)));
  afterAll(() => client.dispose());

  const stream = (): string => `odd${randomUUID()}-1`;
  const appendRaw = async (name: string, data: string, metadata?: string): Promise<void> => {
    const connection = new Connection(url);
    await connection.append(appendRequest(name, NO_STREAM, [{ id: randomUUID(), type: 'Raw', data, metadata }]));
    await connection.close();
  };

  it.each([
    ['a key that stands twice', '{"amount":"1","amount":"2"}'],
    ['white space', '{ "amount": "1" }'],
    ['no JSON', 'amount=1'],
    ['a number that loses digits', '{"amount":12345678901234567890}'],
  ])('reads data that we cannot have written as undefined: %s', async (_case, text) => {
    const name = stream();
    await appendRaw(name, text);
    expect(await read(name)).toEqual([expect.objectContaining({ type: 'Raw', data: undefined, revision: 0 })]);
    expect((await readOn(name, 1)).events[0]).toHaveProperty('data', undefined);
  });

  it('reads a text as the text it is', async () => {
    const name = stream();
    await appendRaw(name, '"just a text"', '{"traceparent":"00-1-2-01"}');
    expect(await store.lastEvent(name)).toMatchObject({
      data: 'just a text',
      metadata: { traceparent: '00-1-2-01' },
    });
  });

  it('reads binary events and links without their data, in their place', async () => {
    const name = stream();
    const [ours] = newEvents(1) as [NewEvent];
    await store.append(name, NO_STREAM, [ours], NONE);
    const foreign = [
      binaryEvent({ type: 'Picture', data: Buffer.from([0xff, 0xfe, 0]) }),
      binaryEvent({ type: '$>', data: Buffer.from(`0@${name}`) }),
    ];
    await client.appendToStream(name, foreign, { expectedRevision: 0n });
    const expected = [
      { ...ours, stream: name, revision: 0 },
      { id: foreign[0]!.id, type: 'Picture', stream: name, revision: 1 },
      { id: foreign[1]!.id, type: '$>', stream: name, revision: 2 },
    ];
    expect(await read(name)).toEqual(expected);
    expect((await readOn(name, 3)).events).toEqual(expected);
  });

  it('says that a stream was deleted for good, and lets subscriptions go on', async () => {
    const prefix = `odd${randomUUID()}`;
    const events = newEvents(2);
    await store.append(`${prefix}-gone`, NO_STREAM, events, NONE);
    await client.tombstoneStream(`${prefix}-gone`);
    const after = await store.append(`${prefix}-there`, NO_STREAM, newEvents(1), NONE);

    await expect(read(`${prefix}-gone`)).rejects.toThrow('deleted the stream');
    await expect(store.lastEvent(`${prefix}-gone`)).rejects.toThrow('deleted the stream');
    const append = store.append(`${prefix}-gone`, 1, newEvents(1), NONE);
    await expect(append).rejects.toBeInstanceOf(AppendRejected);
    await expect(append).rejects.toThrow('deleted the stream');
    expect(idsOf((await readOn(prefix, 3)).events)).toEqual(idsOf([...events, ...after]));
  });

  it('does not take a deleted stream that is written again for a new one', async () => {
    const name = stream();
    await store.append(name, NO_STREAM, newEvents(2), NONE);
    await client.deleteStream(name);
    expect(await read(name)).toEqual([]);
    expect(await store.lastEvent(name)).toBeUndefined();
    const append = store.append(name, NO_STREAM, newEvents(1), NONE);
    await expect(append).rejects.toBeInstanceOf(StreamWasDeleted);
  });

  it("leaves out the server's own streams where all others are wanted", async () => {
    const name = stream();
    const [first] = await store.append(name, NO_STREAM, newEvents(1), NONE);
    const { checkpoints } = await readOn(name, 1);
    await client.deleteStream(name); // writes $metadata
    const [second] = await store.append(stream(), NO_STREAM, newEvents(1), NONE);
    const { events } = await readOn('', 1, checkpoints.at(-1));
    expect(idsOf(events)).toEqual([second!.id]);
    expect(first!.stream).toBe(name);
  });
});

describe('EventStoreDB: an append and its projection', () => {
  const behind =
    (reflected: () => number, projected: RecordedEvent[][]): InlineProjection =>
    async (sql, events) => {
      await sql.query('SELECT 1');
      if (events[0]!.revision > reflected() + 1) throw new ReadSideBehind(events[0]!.stream, reflected());
      projected.push(events);
    };

  it('projects first what an earlier crash left out, in order and in chunks', async () => {
    const stream = `behind-${randomUUID()}`;
    const crash = store.append(stream, NO_STREAM, newEvents(1201), () => Promise.reject(new Error('killed')));
    await expect(crash).rejects.toBeInstanceOf(ProjectionIncomplete);

    const projected: RecordedEvent[][] = [];
    const reflected = (): number => projected.at(-1)?.at(-1)?.revision ?? NO_STREAM;
    const later = await open(url).append(stream, 1200, newEvents(2), behind(reflected, projected));

    expect(projected.flat().map(({ revision }) => revision)).toEqual(Array.from({ length: 1203 }, (_, n) => n));
    expect(projected.flat().slice(-2)).toEqual(later);
    expect(Math.max(...projected.map((chunk) => chunk.length))).toBeLessThanOrEqual(500);
  });

  it('projects in a transaction of its own, which others may do too', async () => {
    let seen: boolean | undefined;
    await store.append(`own-${randomUUID()}`, NO_STREAM, newEvents(1), async (_sql, _events, atomic) => {
      seen = atomic;
    });
    expect(seen).toBe(false);
  });

  it('rolls back the projection and keeps the events when the projection fails', async () => {
    const stream = `half-${randomUUID()}`;
    await database.owner.query('CREATE TABLE IF NOT EXISTS half (id text)');
    const events = newEvents(1);
    const insert = (fail: boolean): Promise<RecordedEvent[]> =>
      store.append(stream, NO_STREAM, events, async (sql) => {
        await sql.query('INSERT INTO half (id) VALUES ($1)', [stream]);
        if (fail) throw new Error('disk full');
      });
    const failing = insert(true);
    await expect(failing).rejects.toBeInstanceOf(ProjectionIncomplete);
    await expect(failing).rejects.toThrow('disk full');
    expect(await read(stream)).toHaveLength(1);
    await insert(false);
    const { rows } = await database.owner.query('SELECT id FROM half WHERE id = $1', [stream]);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['a bigint', { amount: 1n }],
    ['nothing', undefined],
    [
      'a circle',
      (() =>
        Object.assign({} as Record<string, unknown>, {
          get self(): unknown {
            return this;
          },
        }))(),
    ],
    ['more than the protocol carries', { text: 'x'.repeat(3 * 1024 * 1024) }],
  ])('refuses data that cannot be stored before it asks the server: %s', async (_case, data) => {
    const stream = `data-${randomUUID()}`;
    const event = { id: randomUUID(), type: 'Odd', data };
    await expect(store.append(stream, NO_STREAM, [event], NONE)).rejects.toBeInstanceOf(AppendRejected);
    const noUuid = store.append(stream, NO_STREAM, [{ ...event, id: 'one', data: {} }], NONE);
    await expect(noUuid).rejects.toThrow('is not a UUID');
    expect(await read(stream)).toEqual([]);
  });

  it('appends nothing at all when there is nothing', async () => {
    expect(await store.append(`none-${randomUUID()}`, NO_STREAM, [], NONE)).toEqual([]);
  });

  it('sends an append in several messages where it has to', async () => {
    const stream = `large-${randomUUID()}`;
    const data = { text: 'é'.repeat(100_000) };
    const events = Array.from({ length: 4 }, () => ({ id: randomUUID(), type: 'Large', data }));
    await store.append(stream, NO_STREAM, events, NONE);
    expect(await read(stream)).toEqual(events.map((event, revision) => ({ ...event, stream, revision })));
  });
});

describeFaults('EventStoreDB: faults', () => {
  let nodes: StandIn[];
  let node: StandIn;
  let faulty: EventStoreDbEventStore;
  /** the same, but waits only for DEADLINE_MS */
  let impatient: EventStoreDbEventStore;
  const stores: EventStoreDbEventStore[] = [];
  const connect = (connectionString: string): EventStoreDbEventStore => {
    const each = new EventStoreDbEventStore(connectionString, database.owner);
    stores.push(each);
    return each;
  };
  const start = async (options?: Parameters<typeof StandIn.start>[0]): Promise<StandIn> => {
    const each = await StandIn.start(options);
    nodes.push(each);
    return each;
  };

  beforeEach(async () => {
    nodes = [];
    node = await start();
    faulty = connect(node.connectionString);
    impatient = connect(`${node.connectionString}&defaultDeadline=${DEADLINE_MS}`);
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((each) => each.close()));
    await Promise.all(nodes.map((each) => each.stop()));
  });

  const unknownOutcomes: [AppendFault, boolean][] = [
    ['connection lost before', false],
    ['connection lost after', true],
    ['no answer before', false],
    ['no answer after', true],
    ['timed out after', true],
    ['not ready', false],
    [DEADLINE_MS + 300, true],
  ];
  it.each(unknownOutcomes)(
    'says that it does not know, and knows when the append is repeated: %s',
    async (fault, stored) => {
      const events = newEvents(3);
      const projected: string[] = [];
      const append = (): Promise<RecordedEvent[]> =>
        impatient.append('unknown-1', NO_STREAM, events, async (_sql, recorded) => {
          projected.push(...idsOf(recorded));
        });
      node.failNextAppends(fault);
      await expect(append()).rejects.toBeInstanceOf(AppendOutcomeUnknown);
      expect(projected).toEqual([]);
      expect(node.log.events.filter(({ stream }) => stream === 'unknown-1')).toHaveLength(stored ? 3 : 0);

      await insist(append);
      expect(projected).toEqual(idsOf(events));
      expect(idsOf(await insist(() => read('unknown-1', impatient)))).toEqual(idsOf(events));
    },
  );

  it('does not mistake a late answer for that of another append', async () => {
    const [slow, quick] = [newEvents(1), newEvents(1)];
    node.failNextAppends(DEADLINE_MS + 200);
    const late = impatient.append('late-slow', NO_STREAM, slow, NONE);
    const outcome = expect(late).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    await impatient.append('late-quick', NO_STREAM, quick, NONE);
    await outcome;
    for (let revision = 0; revision < 40; revision++) {
      await impatient.append('late-quick', revision, newEvents(1), NONE);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await impatient.append('late-slow', NO_STREAM, slow, NONE);
    expect(await read('late-slow', impatient)).toHaveLength(1);
    expect(await read('late-quick', impatient)).toHaveLength(41);
  });

  it('keeps one unanswered append from the others of the same connection', async () => {
    node.failNextAppends('no answer before');
    const stuck = impatient.append('stuck-1', NO_STREAM, newEvents(1), NONE);
    const outcome = expect(stuck).rejects.toThrow('no answer in time');
    for (let n = 0; n < 10; n++) await impatient.append(`fine-${n}`, NO_STREAM, newEvents(1), NONE);
    await outcome;
  });

  it('tells every append under way when the connection is lost, and stores each once', async () => {
    const appends = Array.from({ length: 120 }, (_, n) => ({ stream: `many-${n}`, events: newEvents(2) }));
    const attempt = ({ stream, events }: (typeof appends)[0]): Promise<RecordedEvent[]> =>
      faulty.append(stream, NO_STREAM, events, NONE);
    node.failNextAppends(...Array.from({ length: 60 }, () => () => {}), 'connection lost after');
    const outcomes = await Promise.allSettled(appends.map(attempt));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed.length).toBeGreaterThan(0);
    for (const { reason } of failed) expect(reason).toBeInstanceOf(AppendOutcomeUnknown);

    await Promise.all(appends.map((append) => insist(() => attempt(append))));
    for (const { stream, events } of appends) expect(idsOf(await read(stream, faulty))).toEqual(idsOf(events));
  });

  it('knows its own events where the server only says that the stream is elsewhere', async () => {
    const events = newEvents(2);
    node.failNextAppends('conflict after');
    const recorded = await faulty.append('conflict-1', NO_STREAM, events, NONE);
    expect(await read('conflict-1', faulty)).toEqual(recorded);
  });

  it('does not know when it cannot read what stands there instead', async () => {
    node.failNextAppends(() => {
      node.denyAccessTo('conflict-2');
      return 'conflict after';
    });
    const append = faulty.append('conflict-2', NO_STREAM, newEvents(1), NONE);
    await expect(append).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    await expect(append).rejects.toThrow('access denied');
  });

  it('lets a rival that was faster win', async () => {
    node.failNextAppends(() => {
      const event = { id: randomUUID(), type: 'Rival', contentType: 'application/json' };
      const data = new TextEncoder().encode('{}');
      node.log.append('raced-1', 'no stream', [{ ...event, data, metadata: new Uint8Array() }]);
    });
    const append = faulty.append('raced-1', NO_STREAM, newEvents(2), NONE);
    await expect(append).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect((await read('raced-1', faulty)).map(({ type }) => type)).toEqual(['Rival']);
  });

  it('rejects for good what the server refuses, and stores nothing', async () => {
    const small = await start({ maxAppendSize: 10_000, maxAppendEventSize: 8_000 });
    const refused = connect(small.connectionString);
    const event = (size: number): NewEvent => ({ id: randomUUID(), type: 'Large', data: 'x'.repeat(size) });
    small.denyAccessTo('forbidden');
    for (const [stream, events, reason] of [
      ['large-1', Array.from({ length: 3 }, () => event(4_000)), 'MaxAppendSize'],
      ['large-1', [event(9_000)], 'MaxAppendEventSize'],
      ['forbidden-1', [event(1)], 'access denied'],
    ] as const) {
      const append = refused.append(stream, NO_STREAM, [...events], NONE);
      await expect(append).rejects.toBeInstanceOf(AppendRejected);
      await expect(append).rejects.toThrow(reason);
    }
    expect(await read('large-1', refused)).toEqual([]);
    await refused.append('large-1', NO_STREAM, [event(1)], NONE);
    await expect(read('forbidden-1', refused)).rejects.toThrow('access control lists');
  });

  describe('of a cluster', () => {
    it('goes to the new leader, with appends as with reads', async () => {
      const events = newEvents(3);
      await faulty.append('moved-1', NO_STREAM, events.slice(0, 1), NONE);
      const leader = await start({ log: node.log });
      node.handOverTo(leader);
      await faulty.append('moved-1', 0, events.slice(1, 2), NONE);
      expect(await faulty.lastEvent('moved-1')).toMatchObject({ id: events[1]!.id });

      leader.handOverTo(node); // and back, while a read comes first
      expect(idsOf(await read('moved-1', faulty))).toEqual(idsOf(events.slice(0, 2)));
      await faulty.append('moved-1', 1, events.slice(2), NONE);
      expect(idsOf(await read('moved-1', faulty))).toEqual(idsOf(events));
      const streams: string[] = [];
      for await (const stream of faulty.listStreams('moved')) streams.push(stream);
      expect(streams).toEqual(['moved-1']);
    });

    it('stores each event once when the leader changes while appends are under way', async () => {
      const leader = await start({ log: node.log });
      const appends = Array.from({ length: 30 }, (_, n) => ({ stream: `election-${n}`, events: newEvents(1) }));
      node.failNextAppends(...Array.from({ length: 10 }, () => () => {}), () => node.handOverTo(leader));
      await Promise.all(
        appends.map(({ stream, events }) => insist(() => faulty.append(stream, NO_STREAM, events, NONE))),
      );
      for (const { stream, events } of appends) expect(idsOf(await read(stream, faulty))).toEqual(idsOf(events));
    });

    it('finds the leader among several nodes', async () => {
      const leader = await start({ log: node.log });
      node.handOverTo(leader);
      const both = connect(`esdb://127.0.0.1:${node.port},127.0.0.1:${leader.port}?tls=false`);
      await both.append('found-1', NO_STREAM, newEvents(1), NONE);
      expect(await read('found-1', both)).toHaveLength(1);
    });

    it('says within the deadline that it does not know when no node can be found', async () => {
      const closed = await start();
      await closed.stop();
      const nobody = connect(`esdb://127.0.0.1:${closed.port},127.0.0.1:1?tls=false&defaultDeadline=300`);
      const append = nobody.append('nobody-1', NO_STREAM, newEvents(1), NONE);
      await expect(append).rejects.toBeInstanceOf(AppendOutcomeUnknown);
      await expect(nobody.ping()).rejects.toMatchObject({ kind: 'overloaded' });
    });
  });

  describe('of a subscription', () => {
    const fill = async (prefix: string, streams: number, perStream: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let n = 0; n < streams; n++) {
        ids.push(...idsOf(await faulty.append(`${prefix}-${n}`, NO_STREAM, newEvents(perStream), NONE)));
      }
      return ids;
    };

    it.each<[string, () => Promise<void> | void]>([
      ['dropped by the server', () => node.dropSubscriptions()],
      ['the connection is lost', () => node.loseConnections()],
      [
        'the server is restarted',
        async () => {
          await node.stop();
          await node.start();
        },
      ],
    ])('goes on from the last checkpoint without missing anything: %s', async (_case, interrupt) => {
      const before = await fill('cut', 3, 5);
      const seen: string[] = [];
      let checkpoint: Checkpoint | undefined;
      const reading = (async () => {
        for await (const batch of faulty.subscribe('cut', undefined, new AbortController().signal)) {
          seen.push(...idsOf(batch.events));
          ({ checkpoint } = batch);
        }
      })();
      const ended = expect(reading).rejects.toThrow('the subscription to the streams that begin with "cut" failed');
      await until(() => seen.length === before.length, 'all is read');
      await interrupt();
      await ended;

      const later = await insist(() => faulty.append('cut-0', 4, newEvents(2), NONE));
      const { events } = await insist(() => readOn('cut', 2, checkpoint, faulty));
      expect([...seen, ...idsOf(events)]).toEqual([...before, ...idsOf(later)]);
    });

    it('moves the checkpoint past events of other streams', async () => {
      await fill('other', 3, 600);
      const stop = new AbortController();
      let last: Checkpoint | undefined;
      for await (const { events, checkpoint } of faulty.subscribe('wanted', undefined, stop.signal)) {
        expect(events).toEqual([]);
        const [, position] = /^C:(\d+)/.exec(checkpoint)!;
        if (node.log.indexOf(BigInt(position!)) > 1_000) stop.abort();
        last = checkpoint;
      }
      const wanted = await faulty.append('wanted-1', NO_STREAM, newEvents(1), NONE);
      expect((await readOn('wanted', 1, last, faulty)).events).toEqual(wanted);
    });

    it('moves the checkpoint past events of other streams while it waits for new ones', async () => {
      const stop = new AbortController();
      const checkpoints: Checkpoint[] = [];
      const reading = (async () => {
        for await (const { checkpoint } of faulty.subscribe('wanted', undefined, stop.signal)) {
          checkpoints.push(checkpoint);
          if (checkpoints.length === 3) stop.abort();
        }
      })();
      await until(() => checkpoints.length > 0, 'the subscription has begun');
      await fill('live', 2, 600);
      await reading;
      expect(new Set(checkpoints).size).toBe(3);
    });

    it('lets the server wait for a slow reader, and then gives it everything', async () => {
      const stream = 'slow-1';
      const total = 3_000;
      const data = { text: 'x'.repeat(1_000) };
      for (let from = 0; from < total; from += 500) {
        const events = Array.from({ length: 500 }, () => ({ id: randomUUID(), type: 'Slow', data }));
        await faulty.append(stream, from - 1, events, NONE);
      }
      const stop = new AbortController();
      let seen = 0;
      let largest = 0;
      for await (const { events } of faulty.subscribe('slow', undefined, stop.signal)) {
        largest = Math.max(largest, events.length);
        if (seen === 0) {
          let before = -1; // wait until nothing moves any longer
          while (before !== node.messagesTaken) {
            before = node.messagesTaken;
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
          expect(before).toBeLessThan(total / 2);
        }
        expect(events[0]?.revision ?? seen).toBe(seen);
        seen += events.length;
        if (seen === total) stop.abort();
      }
      expect(largest).toBeLessThan(600);
    });

    it('ends when it is told to, with events waiting', async () => {
      await fill('many', 1, 2_000);
      const stop = new AbortController();
      for await (const _ of faulty.subscribe('many', undefined, stop.signal)) stop.abort();
      await until(() => node.connections <= 1, 'it is ended');
      const { events } = await readOn('many', 2_000, undefined, faulty);
      expect(events).toHaveLength(2_000);
    });

    it('leaves nothing behind when the reader breaks off', async () => {
      await fill('many', 1, 2_000);
      for await (const _ of faulty.subscribe('many', undefined, new AbortController().signal)) break;
      for await (const _ of faulty.listStreams('many')) break;
      await until(() => node.subscriptionsOpen === 0, 'the server knows');
    });

    it('refuses a checkpoint of another store, and a place where no event is', async () => {
      await expect(readOn('any', 1, '12:5', faulty)).rejects.toThrow('not one of EventStoreDB');
      await expect(readOn('any', 1, 'C:7/P:7', faulty)).rejects.toThrow('invalid position');
    });

    it('says what the server has against it', async () => {
      node.denyAccessTo('$all');
      await expect(readOn('any', 1, undefined, faulty)).rejects.toThrow('access denied');
    });
  });

  describe('of the server', () => {
    it('carries on after a restart on the same port, and loses and repeats nothing', async () => {
      const events = newEvents(20);
      const appended = (async () => {
        for (const [index, event] of events.entries()) {
          await insist(() => faulty.append('restarted-1', index - 1, [event], NONE));
        }
      })();
      await until(() => node.log.events.length > 8, 'some are appended');
      await node.stop();
      await expect(faulty.ping()).rejects.toMatchObject({ kind: 'overloaded' });
      await node.start();
      await appended;
      expect(idsOf(await insist(() => read('restarted-1', faulty)))).toEqual(idsOf(events));
    });

    it('waits for a server that does not answer no longer than the deadline', async () => {
      await impatient.append('silent-1', NO_STREAM, newEvents(1), NONE);
      node.stalled = true;
      const list = async (): Promise<void> => {
        for await (const _ of impatient.listStreams('silent'));
      };
      const noAnswer = { kind: 'overloaded', cause: { message: expect.stringContaining('no answer in time') } };
      await Promise.all([
        expect(read('silent-1', impatient)).rejects.toMatchObject(noAnswer),
        expect(impatient.ping()).rejects.toMatchObject(noAnswer),
        expect(list()).rejects.toMatchObject(noAnswer),
        expect(readOn('silent', 1, undefined, impatient)).rejects.toThrow('no answer in time'),
      ]);
      node.stalled = false;
      expect(await read('silent-1', impatient)).toHaveLength(1);
    });

    it('tells whether the server answers, and why not', async () => {
      await faulty.ping();
      await node.stop();
      await expect(faulty.ping()).rejects.toMatchObject({ kind: 'overloaded', code: 'unavailable' });
      await expect(faulty.ping()).rejects.toMatchObject({
        cause: { message: expect.stringContaining(`ECONNREFUSED 127.0.0.1:${node.port}`) },
      });
      await node.start();
      await insist(() => faulty.ping());
    });

    it('leaves no connection open when it is closed, whatever was under way', async () => {
      const subscription = readOn('nothing', 1, undefined, impatient);
      node.failNextAppends('no answer after');
      const append = impatient.append('open-1', NO_STREAM, newEvents(1), NONE);
      const outcomes = Promise.allSettled([subscription, append]);
      await until(() => node.subscriptionsOpen === 1 && node.log.events.length > 2, 'both are under way');
      await impatient.close();
      await outcomes;
      await until(() => node.connections === 0, 'the connection is closed');

      await expect(impatient.ping()).rejects.toMatchObject({ cause: { message: expect.stringContaining('closed') } });
      const after = impatient.append('open-1', 0, newEvents(1), NONE);
      await expect(after).rejects.toThrow('this connection was closed by the program itself');
      expect(node.connections).toBe(0);
    });

    it.each(['kurrentdb://127.0.0.1:2113', 'http://127.0.0.1', 'esdb://'])(
      'names what is wrong with a connection string: %s',
      (connectionString) => {
        expect(() => connect(connectionString)).toThrow('expected');
      },
    );
  });
});
