import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { type Checkpoint, NO_STREAM, type RecordedEvent } from '../event-store';
import { PostgresEventStore } from './postgres-event-store';

const INSERT = `
  INSERT INTO event_store.events (stream, revision, id, type, data, transaction_id)
  SELECT $1, $2, gen_random_uuid(), 'Happened', '{}', unnest($3::bigint[])`;
const NOT_REACHED = '9223372036854775807';
/** What docs/guides/restore-postgres.md does with the events. */
const REPAIR = [
  'ALTER TABLE event_store.events DISABLE TRIGGER events_are_append_only',
  'UPDATE event_store.events SET transaction_id = 0',
  'ALTER TABLE event_store.events ENABLE TRIGGER events_are_append_only',
];

describe('a reader of all streams in Postgres', () => {
  let test: TestDatabase;
  let store: PostgresEventStore;
  beforeEach(async () => {
    test = await createTestDatabase();
    store = new PostgresEventStore(await test.as('probity_customer_risk'));
  });
  afterEach(() => test?.drop());

  /** Returns the name of the stream. */
  async function append(stream = `customer-${randomUUID()}`, revision = NO_STREAM): Promise<string> {
    await store.append(stream, revision, [{ id: randomUUID(), type: 'Happened', data: {} }], async () => {});
    return stream;
  }

  /** Writes an event with this transaction id in a stream of its own. */
  async function write(...transactionIds: string[]): Promise<string> {
    const stream = `customer-${randomUUID()}`;
    for (const [revision, id] of transactionIds.entries()) await test.owner.query(INSERT, [stream, revision, [id]]);
    return stream;
  }

  const placesOf = (events: RecordedEvent[]): string[] => events.map(({ stream, revision }) => `${stream} ${revision}`);

  async function read(after?: Checkpoint): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const batch of store.readToEnd('customer-', after, new AbortController().signal))
      events.push(...batch.events);
    return events;
  }

  async function follow(count: number, after?: Checkpoint): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const batch of store.subscribe('customer-', after, AbortSignal.timeout(10_000))) {
      events.push(...batch.events);
      if (events.length >= count) break;
    }
    return events;
  }

  it('is not stopped by a row with a transaction id of the future, and does not reach it', async () => {
    const before = await append();
    const forged = await write(NOT_REACHED, NOT_REACHED);
    const after = await append();
    await append(forged, 1);
    const seen = [`${before} 0`, `${after} 0`, `${forged} 2`];
    expect(placesOf(await read())).toEqual(seen);
    expect(placesOf(await follow(3))).toEqual(seen);
    const stored: RecordedEvent[] = [];
    for await (const chunk of store.readStream(forged)) stored.push(...chunk);
    expect(placesOf(stored)).toEqual([`${forged} 0`, `${forged} 1`, `${forged} 2`]);

    await test.owner.query(`INSERT INTO event_store.checkpoints (follower, checkpoint) VALUES ('one', '-1:-1')`);
    const followers = await test.owner.query('SELECT follower, behind FROM event_store.followers(100)');
    expect(followers.rows).toContainEqual({ follower: 'one', behind: 3 });
  });

  it('is not stopped by such a row after the table was written anew', async () => {
    const before = await append();
    await write(NOT_REACHED);
    await test.owner.query('VACUUM (FREEZE) event_store.events');
    await test.owner.query('CLUSTER event_store.events USING events_pkey');
    expect(placesOf(await read())).toEqual([`${before} 0`]);
  });

  it('is not stopped by such a row in a database that was moved as the guide says', async () => {
    const old = await write('1000000000000', '1000000000001');
    for (const statement of REPAIR) await test.owner.query(statement);
    const first = await append();
    await write(NOT_REACHED);
    expect(placesOf(await read())).toEqual([`${old} 0`, `${old} 1`, `${first} 0`]);
  });

  it('refuses the events of another server, also after new ones were stored here', async () => {
    const refusal = 'the events come from another Postgres server';
    await write('3', '1000000000000');
    for (let n = 0; n < 2; n++) {
      await expect(read()).rejects.toThrow(refusal);
      await expect(follow(1)).rejects.toThrow(refusal);
      await append();
      await write(NOT_REACHED);
    }
  });

  it('refuses the events of another server, also if it was moved there as the guide says', async () => {
    await write('0');
    await write('1000000000000');
    await expect(read()).rejects.toThrow('the events come from another Postgres server');
    await append();
    await expect(read()).rejects.toThrow('the events come from another Postgres server');
  });

  it('refuses a place in the log of another server', async () => {
    const refusal = 'the events come from another Postgres server';
    await append();
    await expect(read('1000000000000:1')).rejects.toThrow(refusal);
    await expect(follow(1, '1000000000000:1')).rejects.toThrow(refusal);
  });
});
