import { randomUUID } from 'node:crypto';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { ROLES } from '@probity/persistence/roles';
import type { Database } from '@probity/persistence/database';
import { sharedListStream } from '@probity/contracts/watchlists/events';
import { type RecordedWatchlistEvent } from '@probity/read-side/watchlists/watchlist-projection';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database';
import { TestLists, person } from '../../testing/test-lists';

// A spec that imports this file gets a new tenant, a new list and the handlers of lists for each test.

export let test: TestDatabase;
export let database: Database;
export let lists: TestLists;
export let tenant: string;
export let list: string;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
});
afterAll(() => test.drop());
beforeEach(() => {
  lists = new TestLists(database);
  tenant = randomUUID();
  list = `list-${randomUUID()}`;
});

/** Makes the rest of a test use other handlers. */
export const useLists = (others: TestLists): void => {
  lists = others;
};

export const page = { limit: 100, offset: 0 };
export const shared = async (): Promise<{ entry_id: string; name: string; version: number; removed: boolean }[]> =>
  (
    await test.owner.query<any>(
      `SELECT entry_id, content -> 'names' -> 0 ->> 'name' AS name, version, removed_at IS NOT NULL AS removed
       FROM pipeline.watchlist_entries WHERE stream = $1 ORDER BY entry_id`,
      [sharedListStream(list)],
    )
  ).rows as never;
export const eventsOf = async (stream: string): Promise<RecordedWatchlistEvent[]> => {
  const events: RecordedWatchlistEvent[] = [];
  for await (const chunk of new PostgresEventStore(test.owner).readStream(stream)) {
    events.push(...(chunk as RecordedWatchlistEvent[]));
  }
  return events;
};
/** The versions of a shared list. */
export const importsOf = async (name: string) =>
  (await eventsOf(sharedListStream(name))).filter((event) => event.type === 'WatchlistImported');
export const jobs = async (tenantId: string | null) =>
  (
    await test.owner.query<any>(
      'SELECT from_sequence, to_sequence FROM pipeline.rescreen_jobs WHERE tenant_id IS NOT DISTINCT FROM $1',
      [tenantId],
    )
  ).rows;
export const many = (count: number, name = 'Person') =>
  Array.from({ length: count }, (_, index) => person(`e${index}`, `${name} ${index}`));
