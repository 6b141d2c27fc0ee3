import type { AccountBalanceView } from '@probity/contracts/ledger/account';

/** The sums of the entries of one account, in minor units. */
export interface AccountTotals {
  debit: bigint;
  credit: bigint;
  entries: number;
}

/** Adds up entries by account. */
export class Totals {
  private readonly byAccount = new Map<string, AccountTotals>();

  add(accountId: string, debit: string, credit: string): void {
    const before = this.of(accountId);
    this.byAccount.set(accountId, {
      debit: before.debit + BigInt(debit),
      credit: before.credit + BigInt(credit),
      entries: before.entries + 1,
    });
  }

  of(accountId: string): AccountTotals {
    return this.byAccount.get(accountId) ?? { debit: 0n, credit: 0n, entries: 0 };
  }

  /** Returns one line for every account whose listed totals or balance differ. */
  differencesFrom(accounts: AccountBalanceView[], source: string): string[] {
    return accounts.flatMap((account) => {
      const { debit, credit, entries } = this.of(account.id);
      const growsOnDebit = account.account_type === 'asset' || account.account_type === 'expense';
      const counted = {
        debit_total: String(debit),
        credit_total: String(credit),
        balance: String(growsOnDebit ? debit - credit : credit - debit),
        entry_count: entries,
      };
      return Object.entries(counted)
        .filter(([field, value]) => account[field as keyof typeof counted] !== value)
        .map(
          ([field, value]) =>
            `account ${account.code}: ${field} is ${account[field as keyof typeof counted]}, ${source} gives ${value}`,
        );
    });
  }
}
