import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { onOwnServer } from '../../../testing/own-server';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { type EventPlace, NO_STREAM } from '../event-store';
import { PostgresEventStore } from './postgres-event-store';

const MOVE = 'UPDATE event_store.events SET transaction_id = $2 WHERE stream = $1';

describe('events in Postgres while a transaction of another database is open', () => {
  let [test, other] = [] as unknown as [TestDatabase, TestDatabase];
  let store: PostgresEventStore;
  let transaction: Client;
  onOwnServer();
  beforeEach(async () => {
    [test, other] = [await createTestDatabase(), await createTestDatabase()];
    store = new PostgresEventStore(test.owner);
    transaction = new Client({ connectionString: other.url });
    await transaction.connect();
  });
  afterEach(async () => {
    await transaction.end();
    await test.drop();
    await other.drop();
  });

  async function append(): Promise<EventPlace> {
    const event = { id: randomUUID(), type: 'Happened', data: {} };
    return (await store.append(`customer-${randomUUID()}`, NO_STREAM, [event], async () => {}))[0]!;
  }

  async function begin(): Promise<void> {
    await transaction.query('BEGIN');
    await transaction.query('SELECT pg_current_xact_id()');
  }

  /** The streams that a follower gets until it has had one of them. */
  async function followUntil(last: EventPlace): Promise<string[]> {
    const streams: string[] = [];
    for await (const { events } of store.subscribe('', undefined, AbortSignal.timeout(10_000))) {
      streams.push(...events.map(({ stream }) => stream));
      if (streams.includes(last.stream)) break;
    }
    return streams;
  }

  it('are held back if they are younger, until it ends, and a follower does not get them before', async () => {
    const before = await append();
    await begin();
    const after = await append();
    expect(await store.heldBack([before, after])).toEqual([after]);
    expect(await followUntil(before)).toEqual([before.stream]);
    await transaction.query('COMMIT');
    expect(await followUntil(after)).toEqual([before.stream, after.stream]);
    expect(await store.heldBack([before, after])).toEqual([]);
  });

  it('are not held back if no transaction has had their id yet, or they are not there', async () => {
    await begin();
    const [future, past] = [await append(), await append()];
    await test.owner.query('ALTER TABLE event_store.events DISABLE TRIGGER events_are_append_only');
    const { rows } = await test.owner.query<{ id: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot()) AS id');
    await test.owner.query(MOVE, [future.stream, BigInt(rows[0]!.id) + 1_000_000n]);
    await test.owner.query(MOVE, [past.stream, 1]);
    const missing = { stream: future.stream, revision: 7 };
    expect(await store.heldBack([future, past, missing, { ...missing, revision: 2 ** 63 }])).toEqual([]);
  });
});
