import type { CaseEvent } from '@probity/contracts/cases/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditActor, auditCause } from '../audit/audit-entry';

/** What the audit trail says of an event in a case's stream. */
export function caseAudit(event: RecordedEvent & CaseEvent): AuditEntry {
  const { case_id, tenant_id, customer_id, officer } = event.data;
  const entry = {
    id: event.id,
    tenant_id,
    subject_type: 'case',
    subject_id: case_id,
    actor: auditActor('staff', officer),
    cause: auditCause(undefined, event),
  };
  switch (event.type) {
    case 'CaseOpened': {
      const { title, reason, alert_ids, opened_at } = event.data;
      return { ...entry, action: 'case.opened', reason, data: { customer_id, title, alert_ids }, at: opened_at };
    }
    case 'AlertsAddedToCase': {
      const { alert_ids, reason, added_at } = event.data;
      return { ...entry, action: 'case.alerts_added', reason, data: { customer_id, alert_ids }, at: added_at };
    }
    case 'CaseNoteAdded': {
      const { note, added_at } = event.data;
      return { ...entry, action: 'case.note_added', reason: note, data: { customer_id }, at: added_at };
    }
    case 'CaseClosed': {
      const { outcome, reason, closed_at } = event.data;
      return { ...entry, action: 'case.closed', reason, data: { customer_id, outcome }, at: closed_at };
    }
  }
}
