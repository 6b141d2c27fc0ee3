import type { AlertEvent, AlertHandled } from '@probity/contracts/alerts/events';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditedOfficer, auditOf, officerActor } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { decisionOf, isDecided } from './alert-decision';

/** The audit entry of an event of an alert. */
export function alertAudit(event: RecordedEvent & AlertEvent): AuditEntry {
  const { alert_id, customer_id } = event.data;
  const subject = { subject_type: 'alert' as const, subject_id: alert_id };
  if (event.type === 'AlertRaised') {
    const { source, alert_type, severity, title, trigger_ref, reopened, raised_at: at } = event.data;
    const data = { customer_id, source, alert_type, severity, trigger_ref };
    const created = { ...subject, action: 'alert.created', at };
    if (!reopened) return auditOf(event, { ...created, actor: 'system', reason: title, data });
    const { alert_id: reopens, reason } = reopened;
    return auditOf(event, { ...created, ...auditedOfficer(reopened), reason, data: { ...data, reopens } });
  }
  if (!isDecided(event)) return handlingAudit(event);
  const { decision, resolution, decided_at: at } = decisionOf(event);
  const data = resolution === null ? { customer_id } : { customer_id, resolution };
  return auditOf(event, { ...subject, action: `alert.${decision}`, actor: officerActor(event.data), data, at });
}

function handlingAudit(event: RecordedEvent & AlertHandled): AuditEntry {
  const { alert_id, customer_id } = event.data;
  const about = { subject_type: 'alert' as const, subject_id: alert_id, actor: officerActor(event.data) };
  switch (event.type) {
    case 'AlertAssigned': {
      const { assignee, assignee_id, assigned_at: at } = event.data;
      return auditOf(event, { ...about, action: 'alert.assigned', data: { customer_id, assignee, assignee_id }, at });
    }
    case 'AlertSnoozed': {
      const { until, snoozed_at: at } = event.data;
      return auditOf(event, { ...about, action: 'alert.snoozed', data: { customer_id, until }, at });
    }
    case 'AlertTagged': {
      const { tags, tagged_at: at } = event.data;
      return auditOf(event, { ...about, action: 'alert.tagged', data: { customer_id, tags }, at });
    }
  }
}

export const ALERT_AUDIT = auditedBy(TRAILS.customer_risk, alertAudit);
