import type { AccountActivityChanged, AccountOpened } from '@probity/contracts/ledger/events';
import type { Sql } from '@probity/persistence/database';
import { accountMismatches, accountsOfLedger, type StoredAccount } from './stored-accounts';

/** Follows the accounts of a ledger from event to event, and compares them with the read side. Each check returns what is wrong. */
export class AccountChecks {
  /** every account so far: whether it is active, and the revision of the last event that changed it */
  private readonly accounts = new Map<string, { isActive: boolean; revision: number }>();

  opened(event: AccountOpened, revision: number, stored: StoredAccount | undefined): string | undefined {
    const { account_id, code } = event;
    this.accounts.set(account_id, { isActive: true, revision });
    const wrong = accountMismatches(event, revision, stored);
    if (wrong.length === 0) return undefined;
    return `the row and the event at revision ${revision} of account ${code} (${account_id}) differ in ${wrong.join(', ')}`;
  }

  activityChanged({ account_id, is_active }: AccountActivityChanged, revision: number): string | undefined {
    if (!this.accounts.has(account_id)) return `the event at revision ${revision} names an account that was not opened`;
    this.accounts.set(account_id, { isActive: is_active, revision });
    return undefined;
  }

  used(accountId: string, revision: number): string | undefined {
    const account = this.accounts.get(accountId);
    if (!account) return `account ${accountId} is not an account of the ledger`;
    account.revision = revision;
    return undefined;
  }

  /** @param hasGrown whether the ledger was written to since the start, once its rows were read: then the next verification checks them */
  async end(sql: Sql, ledgerId: string, hasGrown: () => Promise<boolean>): Promise<string | undefined> {
    const rows = await accountsOfLedger(sql, ledgerId);
    if (await hasGrown()) return undefined;
    const extra = rows.find((row) => !this.accounts.has(row.id));
    if (extra) return `account ${extra.id} was never opened`;
    for (const { id, is_active, revision } of rows) {
      const account = this.accounts.get(id)!;
      if (is_active !== account.isActive) return `account ${id} differs in is_active`;
      if (revision !== account.revision) return `account ${id} differs in revision`;
    }
    return undefined;
  }
}
