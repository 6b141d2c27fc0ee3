import type { CaseEvent } from '@probity/contracts/cases/events';
import type { CaseFileDownloaded, CaseFileEvent } from '@probity/contracts/case-files/events';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditOf, officerActor } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { caseEntry } from './case-entry';

const ACTIONS = {
  CaseOpened: 'case.opened',
  AlertsAddedToCase: 'case.alerts_added',
  CaseNoteAdded: 'case.note_added',
  CaseClosed: 'case.closed',
  CaseFileAttached: 'case.file_attached',
  CaseFileRemoved: 'case.file_removed',
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

/** The audit entry of a download. */
export function downloadAudit(event: RecordedEvent & { data: CaseFileDownloaded }): AuditEntry {
  const { case_id, customer_id, file_id, downloaded_at } = event.data;
  return auditOf(event, {
    subject_type: 'case' as const,
    subject_id: case_id,
    action: 'case.file_downloaded',
    actor: officerActor(event.data),
    data: { customer_id, file_id },
    at: downloaded_at,
  });
}

function particulars({ type, data }: CaseEvent): object {
  if (type === 'CaseOpened') return { title: data.title, alert_ids: data.alert_ids };
  if (type === 'AlertsAddedToCase') return { alert_ids: data.alert_ids };
  if (type === 'CaseFileAttached') {
    const { file_id, media_type, bytes, sha256, scan } = data;
    return { file_id, media_type, bytes, sha256, scan };
  }
  if (type === 'CaseFileRemoved') return { file_id: data.file_id };
  return type === 'CaseClosed' ? { outcome: data.outcome } : {};
}

export const CASE_AUDIT = auditedBy(TRAILS.customer_risk, caseAudit);

export const CASE_FILE_AUDIT = auditedBy(TRAILS.customer_risk, (event: RecordedEvent & CaseFileEvent) =>
  event.type === 'CaseFileDownloaded' ? downloadAudit(event) : undefined,
);
