import { allPages } from './all-pages';

describe('reading a list to its end', () => {
  /** A list of this many numbers that answers as the API does, and what it was asked for. */
  function listOf(length: number): { asked: string[]; get: <Data>(path: string) => Promise<Data> } {
    const asked: string[] = [];
    return {
      asked,
      get: async <Data>(path: string) => {
        asked.push(path);
        const query = new URLSearchParams(path.split('?')[1]);
        const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
        return Array.from({ length }, (_, index) => index).slice(offset, offset + limit) as Data;
      },
    };
  }

  it.each([
    [0, 1],
    [99, 1],
    [100, 2],
    [101, 2],
    [250, 3],
  ])('reads %i items in %i pages', async (length, pages) => {
    const list = listOf(length);
    expect(await allPages(list, 'tenants')).toEqual(Array.from({ length }, (_, index) => index));
    expect(list.asked).toHaveLength(pages);
    expect(list.asked[0]).toBe('tenants?limit=100&offset=0');
  });
});
