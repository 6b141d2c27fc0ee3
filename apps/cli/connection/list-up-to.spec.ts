import { listUpTo, moreText } from './list-up-to';

describe('reading the first items of a list', () => {
  /** A paged list of this many numbers, like the API's, and the requests that it received. */
  function listOf(length: number): { asked: string[]; get: <Data>(path: string) => Promise<Data> } {
    const asked: string[] = [];
    return {
      asked,
      get: async <Data>(path: string) => {
        asked.push(path);
        const query = new URLSearchParams(path.split('?')[1]);
        const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
        if (limit < 1 || limit > 100) throw new Error(`limit is ${limit}`);
        return Array.from({ length }, (_, index) => index).slice(offset, offset + limit) as Data;
      },
    };
  }

  it.each([
    [0, 100, 0, false],
    [99, 100, 99, false],
    [100, 100, 100, false],
    [101, 100, 100, true],
    [5, 2, 2, true],
    [250, 1_000, 250, false],
    [250, 200, 200, true],
    [200, 200, 200, false],
  ])('of %i with the limit %i returns %i', async (length, limit, returned, more) => {
    const items = Array.from({ length: returned }, (_, index) => index);
    expect(await listUpTo(listOf(length), 'alerts', {}, limit)).toEqual({ items, more });
  });

  it.each([
    [0, 1],
    [99, 1],
    [100, 2],
    [101, 2],
    [250, 3],
  ])('of %i without a limit reads them all, in %i pages', async (length, pages) => {
    const list = listOf(length);
    const items = Array.from({ length }, (_, index) => index);
    expect(await listUpTo(list, 'tenants', {}, Infinity)).toEqual({ items, more: false });
    expect(list.asked).toHaveLength(pages);
    expect(list.asked[0]).toBe('tenants?limit=100&offset=0');
  });

  it('requests no more than needed, and escapes the filters', async () => {
    const list = listOf(1);
    await listUpTo(list, 'customers', { email: 'a&b=c@example.org', status: undefined }, 10);
    expect(list.asked).toEqual(['customers?email=a%26b%3Dc%40example.org&limit=11&offset=0']);
  });

  it('says that there are more', () => {
    expect(moreText({ items: [1, 2], more: false })).toBe('');
    expect(moreText({ items: Array(1_000).fill(0), more: true })).toMatch(/Only the first 1,000 are shown; --limit/);
  });
});
