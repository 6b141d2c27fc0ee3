import type { AccountActivityChanged } from '@probity/contracts/ledger/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditOf, officerActor } from '../audit/audit-entry';

/** The audit entry about an account that staff blocked or opened again; undefined for a fact that does not say who. */
export function accountAudit(event: RecordedEvent & { data: AccountActivityChanged }): AuditEntry | undefined {
  const { ledger_id, account_id, is_active, officer, officer_id, changed_at: at } = event.data;
  if (officer === undefined) return undefined;
  const about = { subject_type: 'account' as const, subject_id: account_id };
  const action = is_active ? 'account.activated' : 'account.deactivated';
  return auditOf(event, { ...about, action, actor: officerActor({ officer, officer_id }), data: { ledger_id }, at });
}
