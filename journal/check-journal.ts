import type { Demo } from '../testing/standalone-process';
import { accountTypeOf } from './account-type';
import { bookOf, CONVERSIONS } from './book';
import { type ComparedAccount, compareBalances } from './compare';
import type { Journal } from './journal';
import { openLedgers } from './open-ledgers';
import { withTenant } from './open-tenant';
import { postLedgers, type PostingCounts } from './post-journal';

/** The result of posting a journal and comparing its balances. */
export interface JournalReport {
  tenant: string;
  transactions: number;
  ledgers: { commodity: string; currency: string; decimals: number; accounts: number; postings: number }[];
  postings: PostingCounts;
  /** Seconds that posting took, without the time for reading the journal and opening the accounts. */
  posting_seconds: number;
  /** Accounts whose names indicate no type. */
  booked_as_assets: string[];
  accounts: ComparedAccount[];
  differing: ComparedAccount[];
}

/** Posts a journal to a running instance, unless it is there already, and compares all balances. */
export async function checkJournal(
  instance: Demo,
  slug: string,
  journal: Journal,
  progress: (text: string) => void = () => undefined,
): Promise<JournalReport> {
  const book = bookOf(journal.transactions);
  return withTenant(instance, slug, book, async (tenant) => {
    const ledgers = await openLedgers(tenant, book, progress);
    const startedAt = performance.now();
    const postings = await postLedgers(tenant, ledgers, progress);
    const posting_seconds = Math.round(performance.now() - startedAt) / 1000;
    progress('comparing balances');
    const accounts = await compareBalances(tenant, ledgers, journal.balances);
    const names = new Set(book.flatMap((ledger) => ledger.accounts.map(({ name }) => name)));
    return {
      tenant: slug,
      transactions: journal.transactions.length,
      ledgers: ledgers.map(({ commodity, currency, currencyDecimals, accountIds, postings }) => ({
        commodity,
        currency,
        decimals: currencyDecimals,
        accounts: accountIds.size,
        postings: postings.length,
      })),
      postings,
      posting_seconds,
      booked_as_assets: [...names].filter((name) => name !== CONVERSIONS && accountTypeOf(name) === undefined),
      accounts,
      differing: accounts.filter(({ differs }) => differs),
    };
  });
}
