import type { AccountActivityChanged, LedgerEvent } from '@probity/contracts/ledger/events';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditOf, officerActor } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';

/** The audit entry about an account that staff blocked or opened again; undefined for a fact that does not say who. */
export function accountAudit(event: RecordedEvent & { data: AccountActivityChanged }): AuditEntry | undefined {
  const { ledger_id, account_id, is_active, officer, officer_id, changed_at: at } = event.data;
  if (officer === undefined) return undefined;
  const about = { subject_type: 'account' as const, subject_id: account_id };
  const action = is_active ? 'account.activated' : 'account.deactivated';
  return auditOf(event, { ...about, action, actor: officerActor({ officer, officer_id }), data: { ledger_id }, at });
}

export const LEDGER_AUDIT = auditedBy(TRAILS.ledger, (event: RecordedEvent & LedgerEvent) =>
  event.type === 'AccountActivityChanged' ? accountAudit(event) : undefined,
);
