import { randomBytes } from 'node:crypto';
import { listSourceStream } from '@probity/contracts/list-sources/events';
import { PUBLISHED_STREAMS } from '@probity/contracts/facts';
import { sourceContext } from '@probity/contracts/list-sources/commands';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { factMessage } from '@probity/messaging/facts/fact-message';
import { encryptRequest, RequestKey } from '@probity/platform/request-encryption';
import { projectListSourceEvents } from '@probity/read-side/watchlists/source-projection';
import type { ListFetcher } from './list-fetcher';
import { SourcesHandler } from './sources.handler';
import {
  ADA,
  audited,
  database,
  list,
  newProcess,
  newSources,
  pass,
  people,
  publisher,
  queries,
  setSource,
  source,
  test,
  UN_URL,
} from './testing/list-source-scene';

async function events(): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for await (const chunk of new PostgresEventStore(test.owner).readStream(listSourceStream(list))) found.push(...chunk);
  return found;
}

describe('the source of a list', () => {
  it('is set by an officer with a reason, and is due at once', async () => {
    const set = await setSource();
    expect(set).toMatchObject({
      list,
      format: 'un-consolidated',
      files: [{ role: 'list', url: UN_URL, has_query: false }],
      every_hours: 24,
      stale_after_hours: 72,
      max_bytes: 1_000_000,
      active: true,
      version: 1,
      officer: 'Ada',
      reason: 'a test',
      confirmed_at: null,
      stale: false,
      fetching: false,
      failures: 0,
      last_fetch: null,
    });
    expect(set.next_fetch_at).toBe(set.set_at);
    expect(await queries.sources()).toEqual([set]);
    expect(await audited()).toMatchObject([
      { action: 'watchlist.source_set', actor: 'staff:ada', actor_name: 'Ada', reason: 'a test', data: { version: 1 } },
    ]);
  });

  it('does not change when the same source is set again, also one with tokens', async () => {
    for (const url of [UN_URL, `${UN_URL}?token=a`]) {
      const first = await setSource({}, [{ role: 'list', url }]);
      pass(1);
      expect(await setSource({}, [{ role: 'list', url }])).toEqual(first);
    }
    expect(await events()).toHaveLength(2);
    expect(await setSource({}, [{ role: 'list', url: `${UN_URL}?token=b` }])).toMatchObject({ version: 3 });
  });

  it('is fetched anew when it changes, and forgets its failures', async () => {
    publisher.files.set(UN_URL, people(3));
    await setSource();
    await newProcess().fetcher.round();
    const changed = await setSource({ every_hours: 12, reason: 'twice a day' });
    expect(changed).toMatchObject({ version: 2, every_hours: 12, reason: 'twice a day' });
    expect(changed.next_fetch_at).toBe(changed.set_at);
    expect(changed.last_fetch).toMatchObject({ version: 1 });
  });

  it('can be removed, and set again', async () => {
    await setSource();
    await newSources().remove({ list, ...ADA });
    expect(await queries.source(list)).toBeUndefined();
    expect(await newProcess().fetcher.round()).toBe(false);
    await expect(newSources().remove({ list, ...ADA })).rejects.toMatchObject({ kind: 'not_found' });
    expect(await setSource()).toMatchObject({ version: 2 });
    expect((await audited()).map(({ action }: any) => action)).toEqual([
      'watchlist.source_set',
      'watchlist.source_removed',
      'watchlist.source_set',
    ]);
  });

  it('is needed to fetch a list, and must be active', async () => {
    await expect(newSources().fetchNow({ list, ...ADA })).rejects.toMatchObject({ kind: 'not_found' });
    await setSource({ active: false }, []);
    await expect(newSources().fetchNow({ list, ...ADA })).rejects.toMatchObject({ code: 'source_inactive' });
  });

  it('is asked for once, however often the same request is repeated', async () => {
    await setSource();
    const operationId = '0199d5bb-c6c0-77e8-b9fa-5c6d7e8f90a1';
    for (let n = 0; n < 3; n++) await newSources().fetchNow({ list, ...ADA }, operationId);
    expect((await audited()).map(({ action }: any) => action)).toEqual([
      'watchlist.source_set',
      'watchlist.fetch_requested',
    ]);
  });

  it('needs the name of a shared list', async () => {
    const given = { ...(await setSource()), files: [{ role: 'list', url: UN_URL }], ...ADA };
    await expect(newSources().set({ ...given, list: 'tenant' })).rejects.toMatchObject({ code: 'invalid_list_name' });
  });

  it('is published without the queries of its addresses', async () => {
    await setSource({}, [{ role: 'list', url: `${UN_URL}?token=a` }]);
    const streams = PUBLISHED_STREAMS.find(({ prefix }) => prefix === 'list-source-')!;
    const message = factMessage(streams, (await events())[0]!);
    expect(JSON.parse(String(message.value))).toMatchObject({ files: [{ url: UN_URL, has_query: true }] });
    expect(String(message.value)).not.toMatch(/sealed|token/);
    expect(message.key).toBe(list);
  });

  it('does not change when its events are projected again', async () => {
    await setSource();
    await setSource({ every_hours: 12 });
    const before = await source();
    for (const event of await events()) {
      await database.transaction((sql) => projectListSourceEvents(sql, [event as never]));
    }
    expect(await source()).toEqual(before);
  });
});

it('the addresses of a command can be decrypted only for their list', async () => {
  const key = new RequestKey(randomBytes(32));
  const woken: string[] = [];
  const handler = new SourcesHandler(newSources(), key, {
    wake: () => void woken.push(list),
  } as unknown as ListFetcher);
  const files = JSON.stringify([{ role: 'list', url: UN_URL }]);
  const given = { format: 'un-consolidated', every_hours: 24, stale_after_hours: 72, max_bytes: 2_000, active: true };
  const command = (context: string) => ({
    list,
    ...given,
    encrypted_files: encryptRequest(key.publicPem, files, context),
    ...ADA,
  });
  await expect(handler.set(command(sourceContext('other')))).rejects.toMatchObject({ code: 'invalid_source' });
  expect(await handler.set(command(sourceContext(list)))).toMatchObject({ files: [{ url: UN_URL }] });
  expect(await handler.fetchNow({ list, ...ADA })).toMatchObject({ list });
  expect(await handler.remove({ list, ...ADA })).toEqual({ list });
  expect(woken).toEqual([list, list]);
});
