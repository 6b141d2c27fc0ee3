import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { GENESIS, HASH, TIMESTAMP, UUID } from './patterns';
import { type Book, deposit, newBook, openAccount, post, type Posted } from './books';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

/** Postings, their amounts and their list. */
export function postings(product: () => Product): void {
  let tenant: Tenant;
  let book: Book;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });
  beforeEach(async () => {
    book = await newBook(tenant);
  });

  const transactionsOf = (ledgerId: string): string => tenant.path(`/ledgers/${ledgerId}/transactions`);

  describe('posting', () => {
    it('treats null as an absent field, and ids in upper case as the same ids', async () => {
      const body = deposit(book, '100', {
        ledger_id: book.ledgerId.toUpperCase(),
        description: null,
        reference: null,
        idempotency_key: null,
        narration: null,
        metadata: null,
        entries: [
          { account_id: book.cash.toUpperCase(), debit: '100', credit: null, description: null },
          { account_id: book.funds, debit: null, credit: '100' },
        ],
      });
      const { transaction, entries } = dataOf<Posted>(await tenant.api.post(tenant.path('/postings'), body), 201);
      expect(transaction).toMatchObject({ ledger_id: book.ledgerId, reference: null, amount_minor: '100' });
      expect(entries.map(({ account_id }) => account_id)).toEqual([book.cash, book.funds]);
    });

    it('returns the transaction and its entries, in the order in which they were sent', async () => {
      const fees = await openAccount(tenant, book.ledgerId, 'revenue');
      const body = deposit(book, '100', {
        description: 'Card settlement',
        reference: 'settlement-1',
        idempotency_key: randomUUID(),
        narration: 'Batch 17',
        metadata: { batch: 17 },
        entries: [
          { account_id: fees, credit: '3', description: 'fee' },
          { account_id: book.cash, debit: '100' },
          { account_id: book.funds, credit: '97' },
        ],
      });
      const answer = await tenant.api.post(tenant.path('/postings'), body);
      expect(answer.headers.get('idempotent-replayed')).toBeNull();
      expect(dataOf(answer, 201)).toEqual({
        transaction: {
          id: UUID,
          ledger_id: book.ledgerId,
          reference: 'settlement-1',
          currency: 'USD',
          amount_minor: '100',
          status: 'posted',
          hash_chain_position: 1,
          transaction_hash: HASH,
          previous_hash: GENESIS,
          is_immutable: true,
          posted_at: TIMESTAMP,
        },
        entries: [
          { id: UUID, account_id: fees, debit_minor: '0', credit_minor: '3' },
          { id: UUID, account_id: book.cash, debit_minor: '100', credit_minor: '0' },
          { id: UUID, account_id: book.funds, debit_minor: '0', credit_minor: '97' },
        ],
      });
      const { entries } = answer.body.data;
      expect(new Set(entries.map((entry: { id: string }) => entry.id)).size).toBe(3);
    });

    it('can be read by its id immediately, with the same fields', async () => {
      const posted = await post(tenant, deposit(book, '250000000', { reference: 'r' }));
      expect(dataOf(await tenant.api.get(tenant.path(`/postings/${posted.transaction.id}`)))).toEqual(posted);
    });

    it('requires only ledger, currency and entries', async () => {
      const { transaction } = await post(tenant, deposit(book));
      expect(transaction).toMatchObject({ reference: null, amount_minor: '100', status: 'posted' });
    });

    it('accepts ids in upper case and returns them in lower case', async () => {
      const shouted = { ...book, ledgerId: book.ledgerId.toUpperCase(), cash: book.cash.toUpperCase() };
      const { transaction, entries } = await post(tenant, deposit(shouted));
      expect(transaction.ledger_id).toBe(book.ledgerId);
      expect(entries[0]!.account_id).toBe(book.cash);
    });

    it.each(['USD', 'EUR', 'JPY', 'BHD'])('stores minor units of %s unchanged', async (currency) => {
      const { transaction } = await post(tenant, deposit(await newBook(tenant, currency), '12345'));
      expect(transaction).toMatchObject({ currency, amount_minor: '12345' });
    });

    it('accepts a hundred entries, and amount_minor is the sum of the debits', async () => {
      const accounts = await Promise.all(Array.from({ length: 98 }, () => openAccount(tenant, book.ledgerId, 'asset')));
      const entries = [
        ...accounts.map((account_id, index) => ({ account_id, debit: String(index + 1) })),
        { account_id: book.cash, credit: '851' },
        { account_id: book.funds, credit: '4000' },
      ];
      const posted = await post(tenant, deposit(book, '0', { entries }));
      expect(posted.transaction.amount_minor).toBe('4851');
      expect(posted.entries.map((entry) => entry.account_id)).toEqual(entries.map((entry) => entry.account_id));
    });

    it.each(['PUT', 'PATCH', 'DELETE'])('cannot be undone: %s has no route', async (method) => {
      const posted = await post(tenant, deposit(book));
      const path = tenant.path(`/postings/${posted.transaction.id}`);
      expectRefusal(await tenant.api.send(method, path, '{"reference":"other"}'), 404);
      expect(dataOf(await tenant.api.get(path))).toEqual(posted);
    });

    it('returns 404 for an unknown id', async () => {
      const missing = randomUUID();
      expectRefusal(await tenant.api.get(tenant.path(`/postings/${missing}`)), 404, new RegExp(missing));
      expectRefusal(await tenant.api.get(tenant.path(`/postings/${missing}/verify`)), 404, new RegExp(missing));
    });
  });

  describe('listing transactions', () => {
    it('returns them in the order of their positions, each as the posting returned it', async () => {
      const posted = [];
      for (const reference of ['a', 'b', 'c']) posted.push(await post(tenant, deposit(book, '1', { reference })));
      const listed = dataOf(await tenant.api.get(transactionsOf(book.ledgerId)));
      expect(listed).toEqual(posted.map(({ transaction }) => transaction));
      expect(listed.map((item: { hash_chain_position: number }) => item.hash_chain_position)).toEqual([1, 2, 3]);
    });

    it('returns an empty list for a ledger without transactions', async () => {
      expect(dataOf(await tenant.api.get(transactionsOf(book.ledgerId)))).toEqual([]);
    });
  });

  describe('amounts', () => {
    it.each([
      ['0007', '7'],
      ['9007199254740993', '9007199254740993'],
      ['18446744073709551616', '18446744073709551616'],
    ])('stores %s as exactly %s', async (given, exact) => {
      const posted = await post(tenant, deposit(book, given));
      expect(posted.transaction.amount_minor).toBe(exact);
      expect(posted.entries.map((entry) => [entry.debit_minor, entry.credit_minor])).toEqual([
        [exact, '0'],
        ['0', exact],
      ]);
      expect(dataOf(await tenant.api.get(tenant.path(`/postings/${posted.transaction.id}`)))).toEqual(posted);
    });

    it.each([100, 1000])('adds up amounts of %d digits exactly', async (digits) => {
      const amounts = ['123456789', '987654321', '999999999'].map((pattern) => pattern.repeat(112).slice(0, digits));
      const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
      const third = sum / 3n; // has at most as many digits as the other amounts
      const [a, b, c, equity] = [
        await openAccount(tenant, book.ledgerId, 'asset'),
        await openAccount(tenant, book.ledgerId, 'asset'),
        await openAccount(tenant, book.ledgerId, 'asset'),
        await openAccount(tenant, book.ledgerId, 'equity'),
      ];
      const entries = [
        ...[a, b, c].map((account_id, index) => ({ account_id, debit: amounts[index] })),
        { account_id: book.cash, credit: String(third) },
        { account_id: book.funds, credit: String(third) },
        { account_id: equity, credit: String(sum - 2n * third) },
      ];
      const posted = await post(tenant, deposit(book, '0', { entries }));
      expect(posted.transaction.amount_minor).toBe(String(sum));
      expect(posted.entries.slice(0, 3).map((entry) => entry.debit_minor)).toEqual(amounts);
      await post(tenant, deposit(book, '0', { entries }));

      const accounts = dataOf(await tenant.api.get(tenant.path(`/ledgers/${book.ledgerId}/accounts`)));
      expect(accounts.map((account: { balance: string }) => account.balance)).toEqual([
        String(-2n * third),
        String(2n * third),
        ...amounts.map((amount) => String(2n * BigInt(amount))),
        String(2n * (sum - 2n * third)),
      ]);
      const check = dataOf(await tenant.api.get(tenant.path(`/postings/${posted.transaction.id}/verify`)));
      expect(check.verified).toBe(true);
    });
  });
}
