import type { RequestOf } from '@probity/contracts/declaration/command';
import type { openAccount, setAccountActive } from '@probity/contracts/ledger/commands';
import type { AccountActivityChanged, AccountOpened } from '@probity/contracts/ledger/events';
import type { LedgerState } from '../writer/ledger-state';

export type AccountToOpen = Omit<RequestOf<typeof openAccount>, 'tenant_id' | 'ledger_id'>;

export function decideAccount(state: LedgerState, account: AccountToOpen, now: string): AccountOpened {
  return { ...account, ledger_id: state.ledger_id, tenant_id: state.tenant_id, opened_at: now };
}

/** Who blocks an account or opens it again, and why. */
export type ByStaff = Pick<RequestOf<typeof setAccountActive>, 'officer' | 'officer_id' | 'reason'>;

export function decideActivity(
  state: LedgerState,
  accountId: string,
  isActive: boolean,
  by: ByStaff,
  now: string,
): AccountActivityChanged {
  return {
    ledger_id: state.ledger_id,
    tenant_id: state.tenant_id,
    account_id: accountId,
    is_active: isActive,
    ...by,
    changed_at: now,
  };
}
