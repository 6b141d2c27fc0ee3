import type { ApiKeyCredential, TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { ApiKeyLookup } from './api-key-lookup';

/** Queries whose results the test provides, one at a time. */
class HeldQueries {
  readonly asked: { ids: string[]; answer: (live: string[]) => void; fail: (error: Error) => void }[] = [];

  /** The nth query, once it is made. */
  async query(n: number): Promise<HeldQueries['asked'][number]> {
    for (let turns = 0; turns < 100 && !this.asked[n]; turns++) await new Promise(setImmediate);
    return this.asked[n]!;
  }

  liveCredentials(ids: string[]): Promise<ApiKeyCredential[]> {
    return new Promise((resolve, reject) => {
      this.asked.push({ ids, answer: (live) => resolve(live.map((id) => ({ id }) as ApiKeyCredential)), fail: reject });
    });
  }
}

describe('looking up API keys', () => {
  let queries: HeldQueries;
  let lookup: ApiKeyLookup;
  beforeEach(() => {
    queries = new HeldQueries();
    lookup = new ApiKeyLookup(queries as unknown as TenantQueries);
  });

  it('makes one query for requests that arrive together', async () => {
    const found = Promise.all([lookup.find('a'), lookup.find('b'), lookup.find('a')]);
    const query = await queries.query(0);
    expect(query.ids).toEqual(['a', 'b']);
    query.answer(['a']);
    expect((await found).map((credential) => credential?.id)).toEqual(['a', undefined, 'a']);
  });

  it('never uses a query that began before the request arrived', async () => {
    const before = lookup.find('a');
    const first = await queries.query(0);
    const after = lookup.find('a'); // the key may have been revoked in between
    first.answer(['a']);
    expect((await before)?.id).toBe('a');
    (await queries.query(1)).answer([]);
    expect(await after).toBeUndefined();
  });

  it('continues after a failed lookup', async () => {
    const failed = lookup.find('a');
    (await queries.query(0)).fail(new Error('no database'));
    await expect(failed).rejects.toThrow('no database');

    const next = lookup.find('a');
    (await queries.query(1)).answer(['a']);
    expect((await next)?.id).toBe('a');
  });
});
