import type { Answer } from '../../testing/api';
import { dataOf, expectRefusal } from './answers';

const WRONG_LIMITS = ['0', '101', '-1', 'abc', '1.5', '', '1e1', '0x10', '+5', ' 5', '5 ', '10000000000000000', 'null'];
const WRONG_OFFSETS = ['-1', 'abc', '1.5', '', '1e1', '0x10', '+5', '99999999999999999999'];

/** The paging of a list that has more items than the default page. */
export function paging(page: (query: string) => Promise<Answer>): void {
  it('returns 20 items unless told otherwise', async () => {
    expect(dataOf(await page(''))).toHaveLength(20);
  });

  it('returns pages that follow each other without gap or overlap', async () => {
    const all = dataOf<unknown[]>(await page('?limit=100'));
    expect(all.length).toBeGreaterThan(20);
    const pages = [];
    for (let offset = 0; offset < all.length; offset += 10) pages.push(await page(`?limit=10&offset=${offset}`));
    expect(pages.flatMap((answer) => dataOf<unknown[]>(answer))).toEqual(all);
    expect(dataOf(await page('?limit=1&offset=0'))).toEqual(all.slice(0, 1));
    expect(dataOf(await page(`?offset=${all.length - 1}`))).toEqual(all.slice(-1));
    expect(dataOf(await page(`?offset=${all.length}`))).toEqual([]);
    expect(dataOf(await page('?offset=1000000000'))).toEqual([]);
  });

  it.each(WRONG_LIMITS)('rejects limit=%j', async (limit) => {
    expectRefusal(await page(`?limit=${encodeURIComponent(limit)}`), 400, /\blimit\b/);
  });

  it.each(WRONG_OFFSETS)('rejects offset=%j', async (offset) => {
    expectRefusal(await page(`?offset=${encodeURIComponent(offset)}`), 400, /\boffset\b/);
  });

  it.each(['limit=5&limit=5', 'limit=1&limit=2', 'limit[]=5', 'limit[a]=5'])('rejects %s', async (query) => {
    expectRefusal(await page(`?${query}`), 400, /\blimit\b/);
  });

  it.each(['offset=5&offset=5', 'offset[]=5'])('rejects %s', async (query) => {
    expectRefusal(await page(`?${query}`), 400, /\boffset\b/);
  });

  it('rejects an unknown query parameter, so that callers notice misspellings', async () => {
    expectRefusal(await page('?limti=5'), 400, /\blimti\b/);
  });
}
