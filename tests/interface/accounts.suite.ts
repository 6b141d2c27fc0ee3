import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { TIMESTAMP, UUID } from './patterns';
import { deposit, newBook, newLedger, openAccount, post } from './books';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

const TYPES = ['asset', 'liability', 'equity', 'revenue', 'expense'];

/** Accounts and their balances. */
export function accounts(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  const accountsOf = (ledgerId: string): string => tenant.path(`/ledgers/${ledgerId}/accounts`);

  describe('opening an account', () => {
    it.each(TYPES)('returns the %s account without an envelope', async (account_type) => {
      const ledgerId = await newLedger(tenant, 'BHD');
      const body = {
        code: randomUUID(),
        name: 'Cash at bank',
        account_type,
        external_ref: 'core-4711',
        metadata: { branch: 'north' },
      };
      const opened = await tenant.api.post(accountsOf(ledgerId), body);
      expect(opened.status).toBe(201);
      expect(opened.body).toEqual({
        ...body,
        id: UUID,
        ledger_id: ledgerId,
        currency: 'BHD',
        is_active: true,
        created_at: TIMESTAMP,
      });
    });

    it('requires only code, name and type', async () => {
      const ledgerId = await newLedger(tenant);
      const body = { code: randomUUID(), name: 'Plain', account_type: 'equity' };
      const opened = await tenant.api.post(accountsOf(ledgerId), body);
      expect(opened.status).toBe(201);
      expect(opened.body).toMatchObject({ ...body, external_ref: null, metadata: {} });
      const [listed] = dataOf(await tenant.api.get(accountsOf(ledgerId)));
      expect(listed).toMatchObject(opened.body);
    });

    it('lists an account that has no entries with zeros and no last activity', async () => {
      const ledgerId = await newLedger(tenant);
      const body = { code: randomUUID(), name: 'New', account_type: 'revenue' };
      const opened = await tenant.api.post(accountsOf(ledgerId), body);
      expect(dataOf(await tenant.api.get(accountsOf(ledgerId)))).toEqual([
        {
          ...opened.body,
          debit_total: '0',
          credit_total: '0',
          balance: '0',
          entry_count: 0,
          last_activity_at: null,
        },
      ]);
    });

    it('rejects a code that is used in any ledger of the tenant', async () => {
      const [first, second] = [await newLedger(tenant), await newLedger(tenant, 'EUR')];
      const body = { code: 'taken', name: 'First', account_type: 'asset' };
      expect((await tenant.api.post(accountsOf(first), body)).status).toBe(201);
      for (const ledgerId of [first, second]) {
        expectRefusal(await tenant.api.post(accountsOf(ledgerId), { ...body, name: 'Second' }), 400, /\bcode\b.*taken/);
      }
      expect(dataOf(await tenant.api.get(accountsOf(first)))).toHaveLength(1);
      expect(dataOf(await tenant.api.get(accountsOf(second)))).toEqual([]);
    });

    it('distinguishes codes by case, and lets another tenant use the same code', async () => {
      const ledgerId = await newLedger(tenant);
      const other = await newTenant(product());
      const otherLedgerId = await newLedger(other);
      const body = { code: 'Apart', name: 'One', account_type: 'asset' };
      expect((await tenant.api.post(accountsOf(ledgerId), body)).status).toBe(201);
      expect((await tenant.api.post(accountsOf(ledgerId), { ...body, code: 'apart' })).status).toBe(201);
      expect((await other.api.post(other.path(`/ledgers/${otherLedgerId}/accounts`), body)).status).toBe(201);
    });

    it('gives a code to only one of many concurrent requests', async () => {
      const ledgers = [await newLedger(tenant), await newLedger(tenant)];
      const body = { code: 'contested', name: 'One of many', account_type: 'asset' };
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) => tenant.api.post(accountsOf(ledgers[index % 2]!), body)),
      );
      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([201, ...Array<number>(15).fill(400)]);
      const listed = await Promise.all(ledgers.map((ledgerId) => tenant.api.get(accountsOf(ledgerId))));
      expect(listed.flatMap((answer) => dataOf<unknown[]>(answer))).toHaveLength(1);
    });
  });

  describe('listing accounts', () => {
    it('returns them in the order in which they were opened', async () => {
      const ledgerId = await newLedger(tenant);
      const ids: string[] = [];
      for (const type of TYPES) ids.push(await openAccount(tenant, ledgerId, type));
      const listed = dataOf<{ id: string }[]>(await tenant.api.get(accountsOf(ledgerId)));
      expect(listed.map((account) => account.id)).toEqual(ids);
    });

    it.each([
      ['asset', '70', '-70'],
      ['expense', '70', '-70'],
      ['liability', '-70', '70'],
      ['equity', '-70', '70'],
      ['revenue', '-70', '70'],
    ])(
      'signs the balance of %s accounts: %s if debits exceed credits by 70, %s if credits exceed debits',
      async (type, debit, credit) => {
        const ledgerId = await newLedger(tenant);
        const leading = await openAccount(tenant, ledgerId, type);
        const trailing = await openAccount(tenant, ledgerId, type);
        const book = { ledgerId, currency: 'USD', cash: leading, funds: trailing };
        await post(tenant, deposit(book, '100'));
        await post(tenant, deposit({ ...book, cash: trailing, funds: leading }, '30'));

        const [first, second] = dataOf(await tenant.api.get(accountsOf(ledgerId)));
        expect(first).toMatchObject({ debit_total: '100', credit_total: '30', balance: debit, entry_count: 2 });
        expect(second).toMatchObject({ debit_total: '30', credit_total: '100', balance: credit, entry_count: 2 });
      },
    );

    it('returns the number of entries and the time of the latest entry of each account', async () => {
      const book = await newBook(tenant);
      const fees = await openAccount(tenant, book.ledgerId, 'revenue');
      const first = await post(tenant, deposit(book));
      const entries = [
        { account_id: book.funds, debit: '5' },
        { account_id: fees, credit: '5' },
      ];
      const second = await post(tenant, deposit(book, '5', { entries }));

      const [cash, funds, fee] = dataOf(await tenant.api.get(accountsOf(book.ledgerId)));
      expect(cash).toMatchObject({ entry_count: 1, last_activity_at: first.transaction.posted_at });
      expect(funds).toMatchObject({ entry_count: 2, last_activity_at: second.transaction.posted_at });
      expect(fee).toMatchObject({ entry_count: 1, last_activity_at: second.transaction.posted_at });
      expect(cash.last_activity_at).toEqual(TIMESTAMP);
    });

    it('returns unchanged accounts after a rejected posting', async () => {
      const book = await newBook(tenant);
      const before = await tenant.api.get(accountsOf(book.ledgerId));
      const stranger = { account_id: randomUUID(), credit: '100' };
      const entries = [{ account_id: book.cash, debit: '100' }, stranger];
      expectRefusal(await tenant.api.post(tenant.path('/postings'), deposit(book, '100', { entries })), 400);
      expect((await tenant.api.get(accountsOf(book.ledgerId))).body).toEqual(before.body);
    });
  });
}
