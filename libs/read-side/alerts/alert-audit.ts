import type { AlertEvent } from '@probity/contracts/alerts/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditActor, auditCause } from '../audit/audit-entry';

/** What the audit trail says of an event in an alert's stream. */
export function alertAudit(event: RecordedEvent & AlertEvent): AuditEntry {
  const { alert_id, tenant_id, customer_id } = event.data;
  const subject = { id: event.id, tenant_id, subject_type: 'alert', subject_id: alert_id };
  if (event.type === 'AlertRaised') {
    const { source, alert_type, severity, title, trigger_ref, event_id, raised_at } = event.data;
    return {
      ...subject,
      action: 'alert.created',
      actor: 'system',
      reason: title,
      cause: auditCause(event_id, event),
      data: { customer_id, source, alert_type, severity, trigger_ref },
      at: raised_at,
    };
  }
  const { reason, officer, decided_at } = event.data;
  const decided = {
    ...subject,
    actor: auditActor('staff', officer),
    reason,
    cause: auditCause(undefined, event),
    at: decided_at,
  };
  switch (event.type) {
    case 'AlertResolved':
      return { ...decided, action: 'alert.resolved', data: { customer_id, resolution: event.data.resolution } };
    case 'AlertDismissed':
      return { ...decided, action: 'alert.dismissed', data: { customer_id } };
    case 'AlertEscalated':
      return { ...decided, action: 'alert.escalated', data: { customer_id } };
  }
}
