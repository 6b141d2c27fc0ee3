import type { CustomerEvent } from '@probity/contracts/customers/events';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { auditActor, type AuditEntry, auditOf, officerActor } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';

/** The audit entry of an event of a customer; undefined for an event that changed nothing. */
export function customerAudit(event: RecordedEvent & CustomerEvent): AuditEntry | undefined {
  const subject = { subject_type: 'customer' as const, subject_id: event.data.customer_id };
  switch (event.type) {
    case 'CustomerCreated': {
      const { profile, kyc_status, actor = 'institution', created_at: at } = event.data;
      const data = { customer_type: profile.customer_type, kyc_status };
      return auditOf(event, { ...subject, action: 'customer.created', actor, data, at });
    }
    case 'CustomerProfileChanged': {
      const { changes, actor = 'institution', changed_at: at } = event.data;
      const data = { fields: Object.keys(changes) };
      // The names of erased fields are unknown.
      if (data.fields.length === 0 && !event.isErased) return undefined;
      return auditOf(event, { ...subject, action: 'customer.profile_changed', actor, data, at });
    }
    case 'KycStatusChanged': {
      const { from, to, actor_type, actor, signal_id, changed_at: at } = event.data;
      const by = auditActor(actor_type, actor);
      const data = { from, to, ...(signal_id !== undefined && { signal_id }) };
      return auditOf(event, { ...subject, action: `kyc.${to}`, actor: by, data, at });
    }
    case 'ProviderSignalRecorded': {
      const { signal_id, plugin, plugin_version, event_source, kyc, effect, payload_sha256 } = event.data;
      const { occurred_at, recorded_at: at } = event.data;
      const decision = { kyc_status: kyc?.status ?? null, effect };
      const data = { signal_id, plugin_version, event_source, occurred_at, ...decision, payload_sha256 };
      const actor = auditActor('provider', plugin);
      const action = 'provider_signal.recorded';
      return auditOf(event, { ...subject, action, actor, reason: kyc?.reason ?? null, data, at });
    }
    case 'AllowListEntryAdded': {
      const { allow_list_entry_id, alert_id, list, entry_id, until, added_at: at } = event.data;
      const by = {
        actor: officerActor(event.data),
        data: { allow_list_entry_id, alert_id, list, entry_id, until },
        at,
      };
      return auditOf(event, { ...subject, action: 'customer.counterparty_allowed', ...by });
    }
    case 'AllowListEntryEnded': {
      const { allow_list_entry_id, ended_at: at } = event.data;
      const by = { actor: officerActor(event.data), data: { allow_list_entry_id }, at };
      return auditOf(event, { ...subject, action: 'customer.counterparty_allowance_ended', ...by });
    }
    case 'CustomerDataExported': {
      const by = { actor: officerActor(event.data), data: {}, at: event.data.exported_at };
      return auditOf(event, { ...subject, action: 'customer.exported', ...by });
    }
    case 'CustomerErasureRequested': {
      const { relationship_ended_on, requested_at: at } = event.data;
      const by = { actor: officerActor(event.data), data: { relationship_ended_on }, at };
      return auditOf(event, { ...subject, action: 'customer.erasure_requested', ...by });
    }
    case 'CustomerErasureWithdrawn': {
      const by = { actor: officerActor(event.data), data: {}, at: event.data.withdrawn_at };
      return auditOf(event, { ...subject, action: 'customer.erasure_withdrawn', ...by });
    }
    case 'CustomerErased': {
      const by = { actor: officerActor(event.data), data: {}, at: event.data.erased_at };
      return auditOf(event, { ...subject, action: 'customer.erased', ...by });
    }
    case 'RiskAssessed': {
      const { rating_from, rating_to, trigger_type, actor_type, actor, assessment, assessed_at: at } = event.data;
      const action = rating_from === rating_to ? 'risk.assessed' : 'risk.rating_changed';
      const by = actor === undefined ? actor_type : auditActor(actor_type, actor);
      const data = { rating_from, rating_to, score: assessment.composite_score, trigger_type };
      return auditOf(event, { ...subject, action, actor: by, data, at });
    }
  }
}

export const CUSTOMER_AUDIT = auditedBy(TRAILS.customer_risk, customerAudit);
