import type { AccountActivityChanged, LedgerEvent } from '@probity/contracts/ledger/events';
import type { AuditedStreams } from '@probity/event-store/audit/audit-trail';
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

/** As in the projection, an event makes no entry about an account or a tenant that its ledger does not have. */
export const LEDGER_AUDIT: AuditedStreams = {
  trail: TRAILS.ledger,
  begin: () => {
    const accounts = new Set<string>();
    let tenant: string | undefined;
    return (recorded) => {
      const event = recorded as RecordedEvent & LedgerEvent;
      if (event.type === 'LedgerCreated') tenant ??= event.data.tenant_id;
      if (event.type === 'AccountOpened') accounts.add(event.data.account_id);
      if (event.type !== 'AccountActivityChanged') return undefined;
      const isOwn = event.data.tenant_id === tenant && accounts.has(event.data.account_id);
      return isOwn ? accountAudit(event) : undefined;
    };
  },
};
