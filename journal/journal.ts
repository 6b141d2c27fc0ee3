import type { Decimal } from './decimal';

/** What stands on one account in one commodity: an amount booked, or a balance. Debits are positive. */
export interface AccountAmount {
  account: string;
  commodity: string;
  amount: Decimal;
}

export interface JournalTransaction {
  /** YYYY-MM-DD */
  date: string;
  /** The cheque or invoice number that some journals give, or an empty text. */
  code: string;
  description: string;
  postings: AccountAmount[];
}

/** A journal as its own accounting tool understands it. */
export interface Journal {
  transactions: JournalTransaction[];
  /** From the tool's balance report, not from the transactions: what the product is compared with. */
  balances: AccountAmount[];
}

/** One line of a report that lists postings; lines with the same `transaction` belong together. */
export interface PostingLine extends AccountAmount, Omit<JournalTransaction, 'postings'> {
  transaction: string;
}

/** Gathers the lines of a report into transactions, in the order in which each begins. */
export function gatherTransactions(lines: PostingLine[]): JournalTransaction[] {
  const transactions = new Map<string, JournalTransaction>();
  for (const { transaction, date, code, description, account, commodity, amount } of lines) {
    const gathered = transactions.get(transaction) ?? { date, code, description, postings: [] };
    gathered.postings.push({ account, commodity, amount });
    transactions.set(transaction, gathered);
  }
  return [...transactions.values()];
}
