import type { CustomerEvent } from '@probity/contracts/customers/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditActor, auditCause } from '../audit/audit-entry';

/** What the audit trail says of an event in a customer's stream; nothing of one that changed nothing. */
export function customerAudit(event: RecordedEvent & CustomerEvent): AuditEntry | undefined {
  const { customer_id, tenant_id } = event.data;
  const subject = { id: event.id, tenant_id, subject_type: 'customer', subject_id: customer_id };
  switch (event.type) {
    case 'CustomerCreated': {
      const { profile, kyc_status, created_at } = event.data;
      return {
        ...subject,
        action: 'customer.created',
        actor: 'institution',
        reason: null,
        cause: auditCause(undefined, event),
        data: { customer_type: profile.customer_type, kyc_status },
        at: created_at,
      };
    }
    case 'CustomerProfileChanged': {
      const { changes, event_id, changed_at } = event.data;
      const fields = Object.keys(changes);
      if (fields.length === 0) return undefined;
      return {
        ...subject,
        action: 'customer.profile_changed',
        actor: 'institution',
        reason: null,
        cause: auditCause(event_id, event),
        data: { fields },
        at: changed_at,
      };
    }
    case 'KycStatusChanged': {
      const { from, to, reason, actor_type, actor, changed_at } = event.data;
      return {
        ...subject,
        action: `kyc.${to}`,
        actor: auditActor(actor_type, actor),
        reason,
        cause: auditCause(undefined, event),
        data: { from, to },
        at: changed_at,
      };
    }
    case 'RiskAssessed': {
      const { rating_from, rating_to, reason, trigger_type, actor_type, actor, assessment, event_id, assessed_at } =
        event.data;
      return {
        ...subject,
        action: rating_from === rating_to ? 'risk.assessed' : 'risk.rating_changed',
        actor: actor === undefined ? actor_type : auditActor(actor_type, actor),
        reason,
        cause: auditCause(event_id, event),
        data: { rating_from, rating_to, score: assessment.composite_score, trigger_type },
        at: assessed_at,
      };
    }
  }
}
