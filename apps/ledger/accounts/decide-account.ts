import type { RequestOf } from '@probity/contracts/declaration/command';
import type { openAccount } from '@probity/contracts/ledger/commands';
import type { AccountActivityChanged, AccountOpened } from '@probity/contracts/ledger/events';
import type { LedgerState } from '../writer/ledger-state';

export type AccountToOpen = Omit<RequestOf<typeof openAccount>, 'tenant_id' | 'ledger_id'>;

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
