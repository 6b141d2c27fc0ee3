import { NO_FOUR_EYES } from '@probity/contracts/proposals/policy';
import { TENANT_STREAM_PREFIX, type TenantEvent } from '@probity/contracts/tenants/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { recordAudit } from '../audit/audit-entry';
import { passOver, refuseGap } from '../refuse-gap';
import { projectReportTemplate } from '../report-templates/template-projection';
import { projectVerification } from '../verifications/verification-projection';
import { NOTHING_BEFORE, tenantAudit, type TenantBefore } from './tenant-audit';

export type RecordedTenantEvent = RecordedEvent & TenantEvent;

/**
 * ON CONFLICT names no column on purpose: with (id), a concurrent insert of the same tenant can fail on the unique
 * index of the slug.
 */
const INSERT_TENANT = `
  INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, $3, $4, 0)
  ON CONFLICT DO NOTHING`;
/** The claim was made before the event; after the loss of Postgres, it is made again. */
const CLAIM_SLUG = `
  INSERT INTO back_office.tenant_slugs (slug, tenant_id) VALUES ($1, $2) ON CONFLICT (slug) DO NOTHING`;
const ADVANCE_TENANT = 'UPDATE back_office.tenants SET revision = $2 WHERE id = $1 AND revision = $2 - 1';
const REFLECTED = 'SELECT revision FROM back_office.tenants WHERE id = $1';
export const TENANT_ROW = { table: 'back_office.tenants', prefix: TENANT_STREAM_PREFIX };
const PUT_CURRENCY = `
  INSERT INTO back_office.currencies (tenant_id, code, name, minor_unit_decimals) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant_id, code) DO UPDATE SET name = excluded.name, minor_unit_decimals = excluded.minor_unit_decimals`;
const INSERT_KEY = `
  INSERT INTO back_office.api_keys
    (id, tenant_id, label, scopes, key_hash, created_at, expires_at, allowed_addresses, created_by, signature,
     granted_until)
  VALUES ($1, $2, $3, $4, decode($5, 'hex'), $6, $7, $8, $9, $10, CASE WHEN $10::text IS NOT NULL THEN $7::timestamptz END)`;
const SIGN_KEY = `
  UPDATE back_office.api_keys SET signature = $3, granted_until = $4 WHERE tenant_id = $1 AND id = $2`;
const END_KEY = `
  UPDATE back_office.api_keys SET expires_at = least(expires_at, $3) WHERE tenant_id = $1 AND id = $2`;
const INSERT_SETTINGS = `
  INSERT INTO back_office.compliance_settings (tenant_id, version, settings, reason, officer, changed_at)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const SETTINGS = 'SELECT settings FROM back_office.compliance_settings WHERE tenant_id = $1 AND version = $2';
const INSERT_EMERGENCY_ACCESS = `
  INSERT INTO back_office.emergency_access (id, tenant_id, officer_id, roles, reason, until, revision)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;
/** Earlier versions read only until when it lasts. */
const END_EMERGENCY_ACCESS = `
  UPDATE back_office.emergency_access SET ended_at = $3, until = least(until, $3) WHERE tenant_id = $1 AND id = $2`;
const LIMITS_BEFORE = 'SELECT limits FROM back_office.tenant_limits WHERE tenant_id = $1';
const PUT_LIMITS = `
  INSERT INTO back_office.tenant_limits (tenant_id, version, limits, changed_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant_id) DO UPDATE SET version = excluded.version, limits = excluded.limits,
    changed_at = excluded.changed_at`;
const FOUR_EYES_BEFORE = 'SELECT policy FROM back_office.four_eyes_policies WHERE tenant_id = $1';
const PUT_FOUR_EYES = `
  INSERT INTO back_office.four_eyes_policies (tenant_id, version, policy, changed_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant_id) DO UPDATE SET version = excluded.version, policy = excluded.policy,
    changed_at = excluded.changed_at`;
const REVOKE_KEY = 'UPDATE back_office.api_keys SET revoked_at = $3, revoked_by = $4 WHERE tenant_id = $1 AND id = $2';

const ofTenant = (name: string) => ({ table: `back_office.${name}`, key: 'tenant_id' });
export const TENANT_TABLES: ProjectedTables = {
  replaced: [
    { table: 'back_office.tenants' },
    ofTenant('currencies'),
    ofTenant('api_keys'),
    ofTenant('compliance_settings'),
    ofTenant('tenant_limits'),
    ofTenant('four_eyes_policies'),
    ofTenant('emergency_access'),
    ofTenant('report_templates'),
    ofTenant('ledger_verifications'),
    ofTenant('last_verifications'),
  ],
  completed: [ofTenant('tenant_slugs')],
};

/**
 * Applies the events of one tenant to the read side. The row of the tenant has the last projected revision, so an event
 * that was already projected changes nothing.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectTenantEvents(sql: Sql, events: RecordedTenantEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, TENANT_ROW, event)) continue;
    if (event.type === 'TenantCreated') {
      const { tenant_id, slug, name, four_eyes, created_at } = event.data;
      const { rowCount } = await sql.query(INSERT_TENANT, [tenant_id, slug, name, created_at]);
      if (rowCount === 0 && (await sql.query(REFLECTED, [tenant_id])).rowCount === 0) {
        throw new Error(`slug "${slug}" belongs to another tenant than ${tenant_id}`);
      }
      if (rowCount === 1) await sql.query(CLAIM_SLUG, [slug, tenant_id]);
      if (rowCount === 1 && four_eyes === false) {
        await sql.query(PUT_FOUR_EYES, [tenant_id, 0, JSON.stringify(NO_FOUR_EYES), created_at]);
      }
      if (rowCount === 1) await audit(sql, event, NOTHING_BEFORE);
      continue;
    }
    const { rowCount } = await sql.query(ADVANCE_TENANT, [event.data.tenant_id, event.revision]);
    if (rowCount === 1) {
      await audit(sql, event, await beforeOf(sql, event));
      await project(sql, event);
    } else await refuseGap(sql, REFLECTED, event.data.tenant_id, event);
  }
}

async function audit(sql: Sql, event: RecordedTenantEvent, before: TenantBefore): Promise<void> {
  const entry = tenantAudit(event, before);
  if (entry) await recordAudit(sql, 'back_office', entry);
}

/** What the tenant has, of which the event changes a part. */
async function beforeOf(sql: Sql, { type, data }: RecordedTenantEvent): Promise<TenantBefore> {
  switch (type) {
    case 'ComplianceSettingsChanged': {
      const { rows } = await sql.query<Pick<TenantBefore, 'settings'>>(SETTINGS, [data.tenant_id, data.version - 1]);
      return { ...NOTHING_BEFORE, ...rows[0] };
    }
    case 'TenantLimitsChanged': {
      const { rows } = await sql.query<Pick<TenantBefore, 'limits'>>(LIMITS_BEFORE, [data.tenant_id]);
      return { ...NOTHING_BEFORE, ...rows[0] };
    }
    case 'FourEyesPolicyChanged': {
      const { rows } = await sql.query<Pick<TenantBefore, 'policy'>>(FOUR_EYES_BEFORE, [data.tenant_id]);
      return { ...NOTHING_BEFORE, ...rows[0] };
    }
    default:
      return NOTHING_BEFORE;
  }
}

async function project(sql: Sql, event: RecordedTenantEvent): Promise<void> {
  switch (event.type) {
    case 'CurrencyConfigured': {
      const { tenant_id, code, name, minor_unit_decimals } = event.data;
      await sql.query(PUT_CURRENCY, [tenant_id, code, name, minor_unit_decimals]);
      return;
    }
    case 'ApiKeyCreated': {
      const { key_id, tenant_id, label, scopes, key_hash, created_at, replaces } = event.data;
      const { expires_at, allowed_addresses, officer, signature } = event.data;
      const bounds = [expires_at, allowed_addresses, officer, signature];
      await sql.query(INSERT_KEY, [key_id, tenant_id, label, scopes, key_hash, created_at, ...bounds]);
      if (replaces) await sql.query(END_KEY, [tenant_id, replaces.key_id, replaces.expires_at]);
      return;
    }
    case 'ApiKeySigned': {
      const { tenant_id, key_id, signature, granted_until } = event.data;
      await sql.query(SIGN_KEY, [tenant_id, key_id, signature, granted_until]);
      return;
    }
    case 'ApiKeyRevoked': {
      const { tenant_id, key_id, revoked_at, officer } = event.data;
      await sql.query(REVOKE_KEY, [tenant_id, key_id, revoked_at, officer]);
      return;
    }
    case 'ComplianceSettingsChanged': {
      const { tenant_id, version, settings, reason, officer, changed_at } = event.data;
      await sql.query(INSERT_SETTINGS, [tenant_id, version, JSON.stringify(settings), reason, officer, changed_at]);
      return;
    }
    case 'TenantLimitsChanged': {
      const { tenant_id, version, limits, changed_at } = event.data;
      await sql.query(PUT_LIMITS, [tenant_id, version, JSON.stringify(limits), changed_at]);
      return;
    }
    case 'FourEyesPolicyChanged': {
      const { tenant_id, version, policy, changed_at } = event.data;
      await sql.query(PUT_FOUR_EYES, [tenant_id, version, JSON.stringify(policy), changed_at]);
      return;
    }
    case 'EmergencyAccessOpened': {
      const { tenant_id, access_id, officer_id, roles, reason, until } = event.data;
      const values = [access_id, tenant_id, officer_id, roles, reason, until, event.revision];
      await sql.query(INSERT_EMERGENCY_ACCESS, values);
      return;
    }
    case 'EmergencyAccessEnded': {
      const { tenant_id, access_id, ended_at } = event.data;
      await sql.query(END_EMERGENCY_ACCESS, [tenant_id, access_id, ended_at]);
      return;
    }
    case 'LedgerVerified':
    case 'AuditTrailVerified':
      return projectVerification(sql, event);
    case 'ReportTemplateSaved':
    case 'ReportTemplateRemoved':
      return projectReportTemplate(sql, event);
    case 'CheckpointKeyReplaced':
    case 'RetentionRunStarted':
    case 'TenantCreated':
      return;
  }
}
