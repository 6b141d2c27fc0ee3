import { dataOf } from './answers';
import { deposit, newLedger, openAccount, post } from './books';
import { paging } from './paging';
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

  describe.each(LISTS)('%s', (list) => {
    paging((query) => tenant.api.get(tenant.path(list.replace(':id', ledgerId)) + query));

    it('has every item', async () => {
      expect(dataOf(await tenant.api.get(tenant.path(`${list.replace(':id', ledgerId)}?limit=100`)))).toHaveLength(
        ITEMS,
      );
    });
  });
}
