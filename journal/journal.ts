import type { Decimal } from './decimal';

/** An amount of one account in one commodity: a posted amount, or a balance. Debits are positive. */
export interface AccountAmount {
  account: string;
  commodity: string;
  amount: Decimal;
}

export interface JournalTransaction {
  /** YYYY-MM-DD */
  date: string;
  /** The cheque or invoice number, or an empty text if the journal has none. */
  code: string;
  description: string;
  postings: AccountAmount[];
}

/** A journal, as read by its accounting tool. */
export interface Journal {
  transactions: JournalTransaction[];
  /** The expected balances, from the tool's balance report and not from the transactions. */
  balances: AccountAmount[];
}

/** One line of a report that lists postings; lines with the same `transaction` belong together. */
export interface PostingLine extends AccountAmount, Omit<JournalTransaction, 'postings'> {
  transaction: string;
}

/** Groups the lines of a report into transactions, in the order of their first lines. */
export function gatherTransactions(lines: PostingLine[]): JournalTransaction[] {
  const transactions = new Map<string, JournalTransaction>();
  for (const { transaction, date, code, description, account, commodity, amount } of lines) {
    const gathered = transactions.get(transaction) ?? { date, code, description, postings: [] };
    gathered.postings.push({ account, commodity, amount });
    transactions.set(transaction, gathered);
  }
  return [...transactions.values()];
}
