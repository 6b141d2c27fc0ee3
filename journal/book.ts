import { createHash } from 'node:crypto';
import type { AccountType } from '@probity/contracts/ledger/account';
import { accountTypeOf } from './account-type';
import { add, type Decimal, formatDecimal, negate, trimmed, ZERO } from './decimal';
import type { AccountAmount, JournalTransaction } from './journal';

/**
 * The account that balances each commodity of a transaction. Plain-text tools balance a purchase of
 * 10 SHARES for 500 USD by its cost. Probity's ledgers have one currency each, so the purchase becomes
 * a posting of 10 SHARES in one ledger and a posting of 500 USD in another. Each is balanced against
 * this account, as with beancount's `conversions` option and hledger's `--infer-equity`. The account
 * also balances unbalanced virtual postings. No tool allows brackets in an account name, so the name
 * cannot clash with an account of the journal.
 */
export const CONVERSIONS = '[Equity:Conversions]';

/** The most decimals that a currency can have; see the back office API. */
const MAX_DECIMALS = 18;

/** A journal in the form in which it can be posted: one ledger per commodity. */
export interface BookLedger {
  commodity: string;
  /** The decimals that the amounts need, so that none is rounded. */
  decimals: number;
  accounts: BookAccount[];
  postings: BookPosting[];
}

export interface BookAccount {
  name: string;
  type: AccountType;
}

/** The part of a transaction in one commodity. It is balanced, has each account once and no zero amounts. */
export interface BookPosting {
  date: string;
  code: string;
  description: string;
  /** Every posting of a ledger has a different key. The same journal always gives the same keys. */
  idempotencyKey: string;
  entries: { account: string; amount: Decimal }[];
}

/**
 * Accounts whose names indicate no type are booked as assets. This affects only the sign of the balance
 * that the API returns.
 *
 * @throws Error if an amount has more decimals than a currency can have
 */
export function bookOf(transactions: JournalTransaction[]): BookLedger[] {
  const ledgers = new Map<string, BookLedger>();
  for (const transaction of transactions) {
    for (const [commodity, amounts] of byCommodity(transaction.postings)) {
      const entries = balancedEntries(amounts);
      if (entries.length === 0) continue;
      const ledger = ledgers.get(commodity) ?? { commodity, decimals: 0, accounts: [], postings: [] };
      ledgers.set(commodity, ledger);
      ledger.postings.push({ ...transaction, idempotencyKey: '', entries });
    }
  }
  return [...ledgers.values()].map((ledger) => ({
    ...ledger,
    decimals: decimalsOf(ledger),
    accounts: accountsOf(ledger.postings),
    postings: withKeys(ledger.postings),
  }));
}

function byCommodity(postings: AccountAmount[]): Map<string, AccountAmount[]> {
  const groups = new Map<string, AccountAmount[]>();
  for (const posting of postings) {
    groups.set(posting.commodity, [...(groups.get(posting.commodity) ?? []), posting]);
  }
  return groups;
}

/** Adds up the amounts of each account and balances the posting. Returns no entries if all amounts are zero. */
function balancedEntries(postings: AccountAmount[]): BookPosting['entries'] {
  const sums = new Map<string, Decimal>();
  let open = ZERO;
  for (const { account, amount } of postings) {
    sums.set(account, add(sums.get(account) ?? ZERO, amount));
    open = add(open, amount);
  }
  sums.set(CONVERSIONS, negate(open));
  return [...sums].filter(([, { digits }]) => digits !== 0n).map(([account, amount]) => ({ account, amount }));
}

function decimalsOf({ commodity, postings }: BookLedger): number {
  let needed = 0;
  for (const { amount } of postings.flatMap(({ entries }) => entries)) {
    needed = Math.max(needed, amount.scale <= MAX_DECIMALS ? amount.scale : trimmed(amount).scale);
  }
  if (needed > MAX_DECIMALS) {
    throw new Error(`an amount of ${commodity} has ${needed} decimals; a currency has ${MAX_DECIMALS} at most`);
  }
  return needed;
}

function accountsOf(postings: BookPosting[]): BookAccount[] {
  const names = new Set(postings.flatMap(({ entries }) => entries.map(({ account }) => account)));
  return [...names].map((name) => ({ name, type: name === CONVERSIONS ? 'equity' : (accountTypeOf(name) ?? 'asset') }));
}

/**
 * Derives each key from the content of the posting, not from its place in the file. So keys stay the same
 * when transactions are added. A counter distinguishes equal transactions.
 */
function withKeys(postings: BookPosting[]): BookPosting[] {
  const seen = new Map<string, number>();
  return postings.map(({ date, code, description, entries }) => {
    const lines = entries.map(({ account, amount }) => [account, formatDecimal(trimmed(amount))]);
    const content = JSON.stringify([date, code, description, lines]);
    const occurrence = (seen.get(content) ?? 0) + 1;
    seen.set(content, occurrence);
    const idempotencyKey = createHash('sha256').update(`${content}#${occurrence}`).digest('hex');
    return { date, code, description, idempotencyKey, entries };
  });
}
