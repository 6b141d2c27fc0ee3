import type { ReportEvent } from '@probity/contracts/activity-reports/events';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditOf, officerActor } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { reportEntries } from './report-entry';

const ACTIONS = {
  ReportDrafted: 'report.drafted',
  ReportChanged: 'report.changed',
  ReportApproved: 'report.approved',
  ReportDiscarded: 'report.discarded',
  ReportExported: 'report.exported',
  ReportExportedByTemplate: 'report.exported',
  ReportFiled: 'report.filed',
};

/** The audit entry of an event of a report. */
export function reportAudit(event: RecordedEvent & ReportEvent): AuditEntry {
  const { customer_id, case_id, report_id, reason } = event.data;
  return auditOf(event, {
    subject_type: 'report' as const,
    subject_id: report_id,
    action: ACTIONS[event.type],
    actor: officerActor(event.data),
    reason,
    data: { customer_id, case_id, ...particulars(event) },
    at: reportEntries(event).at(-1)!.at,
  });
}

function particulars({ type, data }: ReportEvent): object {
  switch (type) {
    case 'ReportDrafted':
      return { kind: data.kind, ...(data.replaces !== undefined && { replaces: data.replaces }) };
    case 'ReportChanged':
      return { kind: data.kind };
    case 'ReportApproved':
      return { version: data.version, ...(data.proposed && { proposed_by: officerActor(data.proposed) }) };
    case 'ReportDiscarded':
      return { version: data.version };
    case 'ReportExported':
      return { format: data.format, sha256: data.sha256, bytes: data.bytes };
    case 'ReportExportedByTemplate':
      return { template: data.template, sha256: data.sha256, bytes: data.bytes };
    case 'ReportFiled':
      return { filed_on: data.filed_on };
  }
}

export const REPORT_AUDIT = auditedBy(TRAILS.customer_risk, reportAudit);
