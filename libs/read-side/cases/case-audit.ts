import type { CaseEvent } from '@probity/contracts/cases/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditOf, officerActor } from '../audit/audit-entry';
import { caseEntry } from './case-entry';

const ACTIONS = {
  CaseOpened: 'case.opened',
  AlertsAddedToCase: 'case.alerts_added',
  CaseNoteAdded: 'case.note_added',
  CaseClosed: 'case.closed',
};

/** The audit entry of an event of a case. */
export function caseAudit(event: RecordedEvent & CaseEvent): AuditEntry {
  const { text: reason, at } = caseEntry(event);
  return auditOf(event, {
    subject_type: 'case' as const,
    subject_id: event.data.case_id,
    action: ACTIONS[event.type],
    actor: officerActor(event.data),
    reason,
    data: { customer_id: event.data.customer_id, ...particulars(event) },
    at,
  });
}

function particulars({ type, data }: CaseEvent): object {
  if (type === 'CaseOpened') return { title: data.title, alert_ids: data.alert_ids };
  if (type === 'AlertsAddedToCase') return { alert_ids: data.alert_ids };
  return type === 'CaseClosed' ? { outcome: data.outcome } : {};
}
