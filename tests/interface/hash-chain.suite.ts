import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { GENESIS, HASH, TIMESTAMP } from './patterns';
import {
  type Book,
  deposit,
  inParallel,
  listAll,
  newBook,
  openAccount,
  post,
  type PostedTransaction,
  walkLedger,
} from './books';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

const CLIENTS = 32;
const POSTINGS = 200;

/** The hash chain and its verification, as the API shows them. */
export function hashChain(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  const chainOf = ({ ledgerId }: Book) => listAll<PostedTransaction>(tenant, `/ledgers/${ledgerId}/transactions`);
  const verify = (id: string) => tenant.api.get(tenant.path(`/postings/${id}/verify`));

  /** Expects positions 1 to n, each linked to the one before, the first to 64 zeros, and times that never decrease. */
  function expectChain(chain: PostedTransaction[], length: number): void {
    expect(chain.map((link) => link.hash_chain_position)).toEqual(Array.from({ length }, (_, index) => index + 1));
    expect(chain.map((link) => link.previous_hash)).toEqual([
      GENESIS,
      ...chain.slice(0, -1).map((link) => link.transaction_hash),
    ]);
    expect(new Set(chain.map((link) => link.transaction_hash)).size).toBe(length);
    expect(chain.map((link) => link.posted_at)).toEqual(chain.map((link) => link.posted_at).sort());
    for (const link of chain)
      expect(link).toMatchObject({ transaction_hash: HASH, status: 'posted', is_immutable: true });
  }

  describe('the hash chain', () => {
    it('links each transaction to the one before, and the first to 64 zeros', async () => {
      const book = await newBook(tenant);
      for (let count = 0; count < 5; count++) await post(tenant, deposit(book));
      expectChain(await chainOf(book), 5);
    });

    it('counts only transactions, not other events of the ledger', async () => {
      const book = await newBook(tenant);
      await post(tenant, deposit(book));
      await openAccount(tenant, book.ledgerId, 'expense');
      expectRefusal(await tenant.api.post(tenant.path('/postings'), deposit(book, '1', { currency: 'EUR' })), 400);
      await post(tenant, deposit(book));
      expectChain(await chainOf(book), 2);
    });

    it('gives equal postings different hashes', async () => {
      const books = [await newBook(tenant), await newBook(tenant)];
      const hashes = await Promise.all(
        books.map(async (book) => (await post(tenant, deposit(book))).transaction.transaction_hash),
      );
      expect(hashes[0]).not.toBe(hashes[1]);
    });

    it(`holds when ${CLIENTS} clients make ${POSTINGS} postings in one ledger at once`, async () => {
      const book = await newBook(tenant);
      const extra = await Promise.all(
        ['expense', 'revenue', 'equity', 'asset'].map((type) => openAccount(tenant, book.ledgerId, type)),
      );
      const accounts = [book.cash, book.funds, ...extra];
      const plan = Array.from({ length: POSTINGS }, (_, index) => ({
        debited: accounts[index % accounts.length]!,
        credited: accounts[(index + 1 + (index % (accounts.length - 1))) % accounts.length]!,
        amount: BigInt(index + 1) ** 3n,
      }));
      const posted = await inParallel(
        CLIENTS,
        plan.map(({ debited, credited, amount }) => {
          const body = deposit({ ...book, cash: debited, funds: credited }, String(amount), {
            idempotency_key: randomUUID(),
          });
          return () => post(tenant, body);
        }),
      );

      const positions = posted.map(({ transaction }) => transaction.hash_chain_position).sort((a, b) => a - b);
      expect(positions).toEqual(Array.from({ length: POSTINGS }, (_, index) => index + 1));
      const chain = await chainOf(book);
      expectChain(chain, POSTINGS);
      const answered = new Map(posted.map(({ transaction }) => [transaction.id, transaction]));
      expect(chain).toEqual(chain.map((link) => answered.get(link.id)));

      const listed = dataOf(await tenant.api.get(tenant.path(`/ledgers/${book.ledgerId}/accounts`)));
      for (const account of listed) {
        const debits = plan.filter((one) => one.debited === account.id);
        const credits = plan.filter((one) => one.credited === account.id);
        expect(account).toMatchObject({
          debit_total: String(debits.reduce((sum, one) => sum + one.amount, 0n)),
          credit_total: String(credits.reduce((sum, one) => sum + one.amount, 0n)),
          entry_count: debits.length + credits.length,
        });
      }
      expect(listed).toHaveLength(accounts.length);
      for (const link of [chain[0]!, chain[POSTINGS / 2]!, chain[POSTINGS - 1]!]) {
        expect(dataOf(await verify(link.id)).verified).toBe(true);
      }
    });

    it('is separate for each of two ledgers that are written at the same time', async () => {
      const books = [await newBook(tenant), await newBook(tenant, 'JPY')] as const;
      await inParallel(
        CLIENTS,
        Array.from({ length: 120 }, (_, index) => () => post(tenant, deposit(books[index % 2]!, String(index + 1)))),
      );
      for (const book of books) expectChain(await chainOf(book), 60);
    });
  });

  describe('verifying a posting', () => {
    const ALL_TRUE = {
      content_hash_ok: true,
      transaction_hash_ok: true,
      signature_ok: true,
      chain_ok: true,
      double_entry_ok: true,
    };

    it.each([0, 1, 2])('returns exactly five checks, all true, for number %d of three', async (index) => {
      const book = await newBook(tenant);
      const metadata = { text: 'é', list: [1, 2.5, null], nested: { ok: true } };
      for (let count = 0; count < 3; count++) {
        await post(tenant, deposit(book, '100', { metadata, description: 'd', narration: '東京' }));
      }
      const { id } = (await chainOf(book))[index]!;
      const result = dataOf(await verify(id));
      expect(result).toMatchObject({ transaction_id: id, verified: true, verified_at: TIMESTAMP });
      expect(result.checks).toEqual(ALL_TRUE);
    });

    it('returns 404 for a posting that does not exist', async () => {
      expectRefusal(await verify(randomUUID()), 404, /posting/);
    });

    it('agrees with the verification of the whole ledger', async () => {
      const book = await newBook(tenant);
      await Promise.all(Array.from({ length: 10 }, () => post(tenant, deposit(book))));
      expect(await walkLedger(product(), tenant, book.ledgerId)).toMatchObject({
        ledger_id: book.ledgerId,
        done: true,
        checked: 10,
        total: 10,
        verified: true,
        broken: null,
        head: { position: 10, hash: (await chainOf(book))[9]!.transaction_hash },
      });
    });
  });
}
