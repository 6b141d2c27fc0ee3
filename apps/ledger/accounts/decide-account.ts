import type { AccountActivityChanged, AccountOpened, AccountType } from '@probity/contracts/ledger/events';
import type { LedgerState } from '../writer/ledger-state';

export interface AccountToOpen {
  account_id: string;
  code: string;
  name: string;
  account_type: AccountType;
  external_ref?: string;
  metadata?: Record<string, unknown>;
}

export function decideAccount(state: LedgerState, account: AccountToOpen, now: string): AccountOpened {
  return { ...account, ledger_id: state.ledger_id, tenant_id: state.tenant_id, opened_at: now };
}

export function decideActivity(
  state: LedgerState,
  accountId: string,
  isActive: boolean,
  now: string,
): AccountActivityChanged {
  return {
    ledger_id: state.ledger_id,
    tenant_id: state.tenant_id,
    account_id: accountId,
    is_active: isActive,
    changed_at: now,
  };
}
