import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { PostgresEventStore } from './postgres-event-store';

const EVENTS = `
  INSERT INTO event_store.events (stream, revision, id, type, data)
  SELECT kind || '-' || lpad(n::text, 5, '0'), revision, gen_random_uuid(), 'T', '{}'
  FROM unnest($1::text[]) AS kind, generate_series(1, $2) n, generate_series($3::int, $4) revision`;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function listed(prefix: string, role?: string): Promise<string[]> {
  const streams: string[] = [];
  const store = new PostgresEventStore(role ? await test.as(role) : test.owner);
  for await (const stream of store.listStreams(prefix)) streams.push(stream);
  return streams;
}

describe('the streams with a prefix', () => {
  it('are each listed once, however many events they have, and also without their first events', async () => {
    await test.owner.query(EVENTS, [['customer', 'customer%', 'case'], 1_200, 0, 4]);
    await test.owner.query(EVENTS, [['alert'], 3, 7, 9]);
    await test.owner.query(EVENTS, [['customer'], 1, 5, 3_000]);
    for (const kind of ['customer', 'customer%', 'case'])
      expect(await listed(`${kind}-`)).toEqual(
        Array.from({ length: 1_200 }, (_, n) => `${kind}-${String(n + 1).padStart(5, '0')}`),
      );
    expect(await listed('alert-')).toEqual(['alert-00001', 'alert-00002', 'alert-00003']);
    expect(await listed('alert-', 'probity_customer_risk')).toHaveLength(3);
    expect(await listed('alert-', 'probity_pipeline')).toEqual([]);
    expect(await listed('')).toHaveLength(3 * 1_200 + 3);
    expect(await listed('nothing-')).toEqual([]);
  });
});
