import { dataOf, expectRefusal } from './answers';
import { deposit, newLedger, openAccount, post } from './books';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

const ITEMS = 23; // more than the default page
const CODES = Array.from({ length: ITEMS }, (_, index) => `X${String.fromCharCode(65 + (index % 26))}A`);

/** The paging of every list. */
export function lists(product: () => Product): void {
  let tenant: Tenant;
  let ledgerId: string;
  beforeAll(async () => {
    const currencies = CODES.map((code) => ({ code, name: code, minor_unit_decimals: 2 }));
    tenant = await newTenant(product(), currencies);
    ledgerId = await newLedger(tenant, CODES[0]);
    await Promise.all(Array.from({ length: ITEMS - 1 }, () => newLedger(tenant, CODES[1])));
    const accounts = await Promise.all(Array.from({ length: ITEMS }, () => openAccount(tenant, ledgerId, 'asset')));
    const book = { ledgerId, currency: CODES[0]!, cash: accounts[0]!, funds: accounts[1]! };
    await Promise.all(Array.from({ length: ITEMS }, () => post(tenant, deposit(book))));
  });

  const LISTS = ['/currencies', '/ledgers', '/ledgers/:id/accounts', '/ledgers/:id/transactions'];
  const WRONG_LIMITS = [
    '0',
    '101',
    '-1',
    'abc',
    '1.5',
    '',
    '1e1',
    '0x10',
    '+5',
    ' 5',
    '5 ',
    '10000000000000000',
    'null',
  ];
  const WRONG_OFFSETS = ['-1', 'abc', '1.5', '', '1e1', '0x10', '+5', '99999999999999999999'];

  describe.each(LISTS)('%s', (list) => {
    const page = (query: string) => tenant.api.get(tenant.path(list.replace(':id', ledgerId)) + query);

    it('answers 20 items unless told otherwise', async () => {
      expect(dataOf(await page(''))).toHaveLength(20);
    });

    it('answers pages that follow each other without gap or overlap', async () => {
      const all = dataOf<unknown[]>(await page('?limit=100'));
      expect(all).toHaveLength(ITEMS);
      const pages = [await page('?limit=10'), await page('?limit=10&offset=10'), await page('?limit=10&offset=20')];
      expect(pages.flatMap((answer) => dataOf<unknown[]>(answer))).toEqual(all);
      expect(dataOf(await page('?limit=1&offset=0'))).toEqual(all.slice(0, 1));
      expect(dataOf(await page(`?offset=${ITEMS - 1}`))).toEqual(all.slice(-1));
      expect(dataOf(await page(`?offset=${ITEMS}`))).toEqual([]);
      expect(dataOf(await page('?offset=1000000000'))).toEqual([]);
    });

    it.each(WRONG_LIMITS)('refuses limit=%j', async (limit) => {
      expectRefusal(await page(`?limit=${encodeURIComponent(limit)}`), 400, /\blimit\b/);
    });

    it.each(WRONG_OFFSETS)('refuses offset=%j', async (offset) => {
      expectRefusal(await page(`?offset=${encodeURIComponent(offset)}`), 400, /\boffset\b/);
    });

    it.each(['limit=5&limit=5', 'limit=1&limit=2', 'limit[]=5', 'limit[a]=5'])('refuses %s', async (query) => {
      expectRefusal(await page(`?${query}`), 400, /\blimit\b/);
    });

    it.each(['offset=5&offset=5', 'offset[]=5'])('refuses %s', async (query) => {
      expectRefusal(await page(`?${query}`), 400, /\boffset\b/);
    });

    it('refuses a query that it does not know, so that a misspelt one is noticed', async () => {
      expectRefusal(await page('?limti=5'), 400, /\blimti\b/);
    });
  });
}
