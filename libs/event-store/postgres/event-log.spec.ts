import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { isThereMore } from './event-log';

const EVENTS = `
  INSERT INTO event_store.events (stream, revision, id, type, data)
  SELECT 'customer-' || n, 0, gen_random_uuid(), 'T', repeat('a', 200) FROM generate_series(1, 20000) n`;

describe('a reader that waits for events', () => {
  let test: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    test = await createTestDatabase();
    client = new Client({ connectionString: test.url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await test?.drop();
  });

  /** The plan that Postgres keeps for a prepared statement, for every value. */
  const plan = async (): Promise<string> => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${isThereMore()}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('does not read the table, however many events there are', async () => {
    expect(await plan()).toMatch(/Index Only Scan Backward using events_without_accepted/);
    await client.query(EVENTS);
    expect(await plan()).not.toMatch(/Seq Scan/);
    await client.query('ANALYZE event_store.events');
    expect(await plan()).toMatch(/Limit[^]*Index Only Scan Backward using events_without_accepted/);
  });
});
