import type { AuditSubject } from '@probity/contracts/audit/words';
import { limitsWith, type TenantLimits } from '@probity/contracts/limits/limits';
import { SYSTEM } from '@probity/contracts/staff/officer';
import { DEFAULT_POLICY, type FourEyesPolicy, NO_FOUR_EYES } from '@probity/contracts/proposals/policy';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import type { AuditedStreams } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditOf, officerActor } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { limitChanges } from '../limits/limit-changes';
import { templateAudit } from '../report-templates/template-audit';
import { type PartialSettings, withDefaults } from '../settings/default-settings';
import { settingsChanges } from '../settings/settings-changes';
import { verificationAudit } from '../verifications/verification-audit';

type RecordedTenantEvent = RecordedEvent & TenantEvent;

/** What a tenant had before an event, as far as entries show it. */
export interface TenantBefore {
  settings: PartialSettings;
  limits: Partial<TenantLimits>;
  policy: FourEyesPolicy;
}

export const NOTHING_BEFORE: TenantBefore = { settings: {}, limits: {}, policy: DEFAULT_POLICY };

/**
 * The audit entry of an event of a tenant; undefined for an event of an earlier version that does not say who, and for a
 * verification that Probity started and that found nothing.
 */
export function tenantAudit(event: RecordedTenantEvent, before: TenantBefore): AuditEntry | undefined {
  const { tenant_id } = event.data;
  switch (event.type) {
    case 'TenantCreated': {
      const { slug, name, four_eyes, created_at } = event.data;
      const data = { slug, name, ...(four_eyes === false && { four_eyes }) };
      return changeAudit(event, ['tenant', tenant_id, 'tenant.created'], created_at, data);
    }
    case 'CurrencyConfigured': {
      const { code, name, minor_unit_decimals, configured_at } = event.data;
      const data = { name, minor_unit_decimals };
      return changeAudit(event, ['currency', code, 'currency.configured'], configured_at, data);
    }
    case 'ApiKeyCreated': {
      const { key_id, label, scopes, expires_at, allowed_addresses, replaces, created_at } = event.data;
      const data = { label, scopes, expires_at, allowed_addresses, replaces };
      return changeAudit(event, ['api_key', key_id, 'api_key.created'], created_at, data);
    }
    case 'ApiKeySigned': {
      const { key_id: subject_id, granted_until, signed_at: at } = event.data;
      const about = { subject_type: 'api_key' as const, subject_id, actor: SYSTEM };
      return auditOf(event, { ...about, action: 'api_key.signed', data: { granted_until }, at });
    }
    case 'ApiKeyRevoked':
      return changeAudit(event, ['api_key', event.data.key_id, 'api_key.revoked'], event.data.revoked_at, {});
    case 'ReportTemplateSaved':
    case 'ReportTemplateRemoved':
      return templateAudit(event);
    case 'LedgerVerified':
    case 'AuditTrailVerified':
      return verificationAudit(event);
    default:
      return auditOf(event, { ...decision(event, before), actor: officerActor(event.data) });
  }
}

type Decided = Exclude<
  RecordedTenantEvent,
  {
    type:
      | 'TenantCreated'
      | 'CurrencyConfigured'
      | 'ApiKeyCreated'
      | 'ApiKeySigned'
      | 'ApiKeyRevoked'
      | 'ReportTemplateSaved'
      | 'ReportTemplateRemoved'
      | 'LedgerVerified'
      | 'AuditTrailVerified';
  }
>;

function decision(event: Decided, before: TenantBefore) {
  const { tenant_id } = event.data;
  const tenant = { subject_type: 'tenant' as const, subject_id: tenant_id };
  switch (event.type) {
    case 'ComplianceSettingsChanged': {
      const { version, settings, changed_at: at } = event.data;
      const changes = settingsChanges(withDefaults(before.settings), withDefaults(settings));
      const subject = { subject_type: 'settings' as const, subject_id: tenant_id };
      return { ...subject, action: 'settings.changed', data: { version, ...changes }, at };
    }
    case 'TenantLimitsChanged': {
      const { version, limits, changed_at: at } = event.data;
      const data = { version, ...limitChanges(limitsWith(before.limits), limitsWith(limits)) };
      return { subject_type: 'limits' as const, subject_id: tenant_id, action: 'limits.changed', data, at };
    }
    case 'FourEyesPolicyChanged': {
      const { version, policy, changed_at: at } = event.data;
      const data = { version, before: before.policy, after: policy };
      return { ...tenant, action: 'tenant.four_eyes_changed', data, at };
    }
    case 'EmergencyAccessOpened': {
      const { access_id, roles, until, opened_at: at } = event.data;
      return { ...tenant, action: 'tenant.emergency_access', data: { access_id, roles, until }, at };
    }
    case 'EmergencyAccessEnded': {
      const { access_id, ended_at: at } = event.data;
      return { ...tenant, action: 'tenant.emergency_access_ended', data: { access_id }, at };
    }
    case 'RetentionRunStarted':
      return { ...tenant, action: 'tenant.retention_run', data: {}, at: event.data.started_at };
    case 'CheckpointKeyReplaced': {
      const { key_id, replaces, both_until, replaced_at: at } = event.data;
      return { ...tenant, action: 'tenant.checkpoint_key_replaced', data: { key_id, replaces, both_until }, at };
    }
  }
}

function changeAudit(
  event: Extract<RecordedTenantEvent, { data: { officer?: string; officer_id?: string } }>,
  [subject_type, subject_id, action]: [AuditSubject, id: string, action: string],
  at: string,
  data: object,
): AuditEntry | undefined {
  const { officer, officer_id } = event.data;
  if (officer === undefined || officer_id === undefined) return undefined;
  const actor = officerActor({ officer, officer_id });
  return auditOf(event, { subject_type, subject_id, action, actor, data, at });
}

/** What the tenant has after the event. */
function after(before: TenantBefore, { type, data }: TenantEvent): TenantBefore {
  switch (type) {
    case 'TenantCreated':
      return data.four_eyes === false ? { ...before, policy: NO_FOUR_EYES } : before;
    case 'ComplianceSettingsChanged':
      return { ...before, settings: data.settings };
    case 'TenantLimitsChanged':
      return { ...before, limits: data.limits };
    case 'FourEyesPolicyChanged':
      return { ...before, policy: data.policy };
    default:
      return before;
  }
}

export const TENANT_AUDIT: AuditedStreams = {
  trail: TRAILS.back_office,
  begin: () => {
    let before = NOTHING_BEFORE;
    return (recorded) => {
      const event = recorded as RecordedTenantEvent;
      const entry = tenantAudit(event, before);
      before = after(before, event);
      return entry;
    };
  },
};
