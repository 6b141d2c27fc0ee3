import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { type Book, deposit, listAll, newBook, type Posted, post, type PostedTransaction, setActive } from './books';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

/** Repeated idempotency keys. */
export function idempotency(product: () => Product): void {
  let tenant: Tenant;
  let book: Book;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });
  beforeEach(async () => {
    book = await newBook(tenant);
  });

  const send = (body: unknown) => tenant.api.post(tenant.path('/postings'), body);
  const transactionsOf = ({ ledgerId }: Book) =>
    listAll<PostedTransaction>(tenant, `/ledgers/${ledgerId}/transactions`);

  async function expectReplay(body: unknown, original: Posted): Promise<void> {
    const answer = await send(body);
    expect(dataOf(answer, 201)).toEqual(original);
    expect(answer.headers.get('idempotent-replayed')).toBe('true');
  }

  describe('a repeated idempotency key', () => {
    it('returns the original transaction, and posts nothing', async () => {
      const body = deposit(book, '0100', { idempotency_key: randomUUID(), reference: 'first' });
      const first = await send(body);
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      const original = dataOf<Posted>(first, 201);
      await expectReplay(body, original);
      await expectReplay(body, original);

      expect(await transactionsOf(book)).toEqual([original.transaction]);
      const accounts = dataOf(await tenant.api.get(tenant.path(`/ledgers/${book.ledgerId}/accounts`)));
      expect(accounts).toMatchObject([
        { balance: '100', entry_count: 1 },
        { balance: '100', entry_count: 1 },
      ]);
    });

    it('returns the original even if the rest of the body differs', async () => {
      const idempotency_key = randomUUID();
      const original = await post(tenant, deposit(book, '100', { idempotency_key, reference: 'first' }));
      await expectReplay(deposit(book, '999', { idempotency_key, reference: 'second', metadata: { a: 1 } }), original);
      const reversed = { ...book, cash: book.funds, funds: book.cash };
      await expectReplay(deposit(reversed, '100', { idempotency_key }), original);
    });

    it('returns the original even after other postings', async () => {
      const body = deposit(book, '100', { idempotency_key: randomUUID() });
      const original = await post(tenant, body);
      await Promise.all(Array.from({ length: 40 }, () => send(deposit(book, '1', { idempotency_key: randomUUID() }))));
      await expectReplay(body, original);
      expect(await transactionsOf(book)).toHaveLength(41);
    });

    it('returns the original even if an account has been closed since', async () => {
      const body = deposit(book, '100', { idempotency_key: randomUUID() });
      const original = await post(tenant, body);
      await setActive(product(), tenant, book.ledgerId, book.cash, false);
      await expectReplay(body, original);
    });

    it('makes one transaction of 64 concurrent requests, with 64 equal responses', async () => {
      const body = deposit(book, '7', { idempotency_key: randomUUID() });
      const answers = await Promise.all(Array.from({ length: 64 }, () => send(body)));
      const original = dataOf<Posted>(answers[0]!, 201);
      for (const answer of answers) expect(dataOf(answer, 201)).toEqual(original);
      expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1);
      expect(await transactionsOf(book)).toEqual([original.transaction]);
    });

    it('makes one transaction of 64 concurrent requests with different bodies', async () => {
      const idempotency_key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, index) => send(deposit(book, String(index + 1), { idempotency_key }))),
      );
      const original = dataOf<Posted>(answers[0]!, 201);
      for (const answer of answers) expect(dataOf(answer, 201)).toEqual(original);
      expect(await transactionsOf(book)).toEqual([original.transaction]);
    });

    it('makes another transaction in another ledger', async () => {
      const other = await newBook(tenant);
      const idempotency_key = randomUUID();
      const here = await send(deposit(book, '100', { idempotency_key }));
      const there = await send(deposit(other, '100', { idempotency_key }));
      expect(there.headers.get('idempotent-replayed')).toBeNull();
      expect(dataOf(there, 201).transaction).toMatchObject({ ledger_id: other.ledgerId, hash_chain_position: 1 });
      expect(dataOf(here, 201).transaction.id).not.toBe(there.body.data.transaction.id);
    });
  });

  describe('an idempotency key', () => {
    it('can be used again after its posting was rejected', async () => {
      const idempotency_key = randomUUID();
      expectRefusal(await send(deposit(book, '100', { idempotency_key, currency: 'EUR' })), 400, /currency/);
      expectRefusal(await send(deposit(book, '0', { idempotency_key })), 400, /entries\[0\]\.debit/);
      const answer = await send(deposit(book, '100', { idempotency_key }));
      expect(dataOf(answer, 201).transaction.hash_chain_position).toBe(1);
      expect(answer.headers.get('idempotent-replayed')).toBeNull();
    });

    it('is compared exactly', async () => {
      const keys = ['key', 'KEY', 'key ', ' key', 'k\u00e9y', 'ke\u0301y', '🔑', 'key\n', "key'", '%6bey'];
      for (const idempotency_key of keys) dataOf(await send(deposit(book, '1', { idempotency_key })), 201);
      const listed = await transactionsOf(book);
      expect(listed).toHaveLength(keys.length);
      for (const [index, idempotency_key] of keys.entries()) {
        expect(dataOf(await send(deposit(book, '1', { idempotency_key })), 201).transaction).toEqual(listed[index]);
      }
    });

    it('may have 255 characters, all of which are compared', async () => {
      const longest = 'k'.repeat(255);
      const original = await post(tenant, deposit(book, '100', { idempotency_key: longest }));
      await expectReplay(deposit(book, '100', { idempotency_key: longest }), original);
      const almost = await send(deposit(book, '100', { idempotency_key: `${'k'.repeat(254)}l` }));
      expect(almost.headers.get('idempotent-replayed')).toBeNull();
      expect(dataOf(almost, 201).transaction.id).not.toBe(original.transaction.id);
    });

    it.each([
      ['empty', ''],
      ['of 256 characters', 'k'.repeat(256)],
      ['of almost a megabyte', 'k'.repeat(1_000_000)],
    ])('is rejected when %s', async (_what, idempotency_key) => {
      expectRefusal(await send(deposit(book, '100', { idempotency_key })), 400, /\bidempotency_key\b/);
      expect(await transactionsOf(book)).toEqual([]);
    });

    it('is optional: without it, every request makes a transaction', async () => {
      dataOf(await send(deposit(book)), 201);
      dataOf(await send(deposit(book)), 201);
      expect(await transactionsOf(book)).toHaveLength(2);
    });
  });
}
