import fc from 'fast-check';
import { lastValueFrom } from 'rxjs';
import { ledgerStream, type TransactionPosted } from '@probity/contracts/ledger/events';
import { ACCOUNT_TYPES, type AccountType } from '@probity/contracts/ledger/account';
import { verifyLedger } from '@probity/contracts/ledger/commands';
import { rebuildLedgerProjections } from '@probity/contracts/projections/commands';
import { type LedgerFixture, startLedgerFixture } from '../../testing/ledger-fixture';

jest.setTimeout(180_000);

const RUNS = 25;

let ledger: LedgerFixture;
beforeAll(async () => {
  ledger = await startLedgerFixture();
});
afterAll(() => ledger.stop());

/** Amounts of every size; small ones are more frequent. */
const amount = fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 10n ** 60n }));

/**
 * A posting that balances by construction: pairs of (amount, from, to) over distinct accounts. Accounts are
 * given as numbers, taken modulo the number of accounts that are left.
 */
const plannedPosting = fc.record({
  legs: fc.array(fc.record({ amount, split: fc.boolean() }), { minLength: 1, maxLength: 4 }),
  start: fc.nat(1_000),
  key: fc.option(fc.nat(5), { nil: undefined }),
});

const plan = fc.record({
  chart: fc.array(fc.constantFrom(...ACCOUNT_TYPES), { minLength: 12, maxLength: 20 }),
  postings: fc.array(plannedPosting, { minLength: 1, maxLength: 25 }),
});

/** Each leg debits one account and credits the next. A split leg credits two accounts. */
function entriesOf(accounts: string[], { legs, start }: { legs: { amount: bigint; split: boolean }[]; start: number }) {
  let next = start;
  const account = (): string => accounts[next++ % accounts.length]!;
  return legs.flatMap(({ amount, split }) => {
    const debit = { account_id: account(), debit: String(amount) };
    if (!split || amount < 2n) return [debit, { account_id: account(), credit: String(amount) }];
    const part = amount / 2n;
    return [
      debit,
      { account_id: account(), credit: String(part) },
      { account_id: account(), credit: String(amount - part) },
    ];
  });
}

describe('any chart and any sequence of postings', () => {
  it('keep debits equal to credits, balances equal to a replay, and the chain valid; a rebuild changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ chart, postings }) => {
        const ledgerId = await ledger.createLedger();
        const types = new Map<string, AccountType>();
        for (const type of chart) types.set(await ledger.openAccount(ledgerId, type), type);
        const accounts = [...types.keys()];

        await Promise.all(
          postings.map((posting) =>
            ledger.post({
              ledger_id: ledgerId,
              currency: 'USD',
              idempotency_key: posting.key === undefined ? undefined : `key-${posting.key}`,
              entries: entriesOf(accounts, posting),
            }),
          ),
        );

        const live = await ledger.accounts(ledgerId);
        const sum = (field: 'debit_total' | 'credit_total'): bigint =>
          live.reduce((total, account) => total + BigInt(account[field]), 0n);
        expect(sum('debit_total')).toBe(sum('credit_total'));

        const replayed = await replay(ledgerId);
        const keys = new Set(postings.filter(({ key }) => key !== undefined).map(({ key }) => key));
        expect(replayed.transactions).toBe(postings.filter(({ key }) => key === undefined).length + keys.size);
        for (const account of live) {
          const { debit, credit, entries } = replayed.accounts.get(account.id) ?? { debit: 0n, credit: 0n, entries: 0 };
          const growsByDebit = ['asset', 'expense'].includes(types.get(account.id)!);
          expect(account).toMatchObject({
            debit_total: String(debit),
            credit_total: String(credit),
            balance: String(growsByDebit ? debit - credit : credit - debit),
            entry_count: entries,
          });
        }

        const before = await snapshot();
        await lastValueFrom(ledger.commands.progress(rebuildLedgerProjections, {}));
        expect(await snapshot()).toEqual(before);

        const request = { tenant_id: ledger.tenantId, ledger_id: ledgerId };
        const verification = await lastValueFrom(ledger.commands.progress(verifyLedger, request));
        expect(verification).toMatchObject({ verified: true, checked: replayed.transactions, broken: null });
      }),
      { numRuns: RUNS, seed: 20_261_120 },
    );
  });
});

/** Adds up the events, independently of the product's code. */
async function replay(ledgerId: string) {
  const accounts = new Map<string, { debit: bigint; credit: bigint; entries: number }>();
  let transactions = 0;
  for await (const chunk of ledger.events.readStream(ledgerStream(ledgerId))) {
    for (const event of chunk) {
      if (event.type !== 'TransactionPosted') continue;
      transactions++;
      for (const entry of (event.data as TransactionPosted).payload.entries) {
        const sum = accounts.get(entry.account_id) ?? { debit: 0n, credit: 0n, entries: 0 };
        sum.debit += BigInt(entry.debit ?? 0);
        sum.credit += BigInt(entry.credit ?? 0);
        sum.entries++;
        accounts.set(entry.account_id, sum);
      }
    }
  }
  return { accounts, transactions };
}

/** Returns every row of every ledger projection. */
async function snapshot(): Promise<unknown[]> {
  const tables = [
    'ledgers ORDER BY id',
    'accounts ORDER BY id',
    'transactions ORDER BY id',
    'entries ORDER BY transaction_id, line',
  ];
  return Promise.all(
    tables.map(async (table) => (await ledger.database.owner.query(`SELECT * FROM ledger.${table}`)).rows),
  );
}
