import type { Database } from '@probity/persistence/database';

/** Rows of other services, as their projections write them, for requests of the back office about them. */
export interface Existing {
  severity?: string;
  kycStatus?: string;
  ruleMode?: string;
}

const CUSTOMER = `
  INSERT INTO customer_risk.customers
    (id, tenant_id, email_key, customer_type, kyc_status, risk_rating, profile, created_at, updated_at, revision)
  VALUES ($1, $2, 'a@example.org', 'individual', $3, 'low', json_build_object('email', 'a@example.org',
    'customer_type', 'individual', 'full_name', 'Ana Example', 'pep_status', 'none', 'account_refs', '[]'::json, 'tags',
    '[]'::json, 'beneficial_owners', '[]'::json, 'related_parties', '[]'::json, 'identity_documents', '[]'::json),
    now(), now(), 1)
  ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id, kyc_status = excluded.kyc_status`;
const ALERT = `
  INSERT INTO customer_risk.alerts (id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref,
    metadata, evidence, status, decisions, created_at, updated_at, revision)
  VALUES ($1, $2, $1, 'screening', 'sanctions_match', $3, '', '', '{}', '{}', 'open', '[]', now(), now(), 0)
  ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id, severity = excluded.severity`;
const CASE = `
  INSERT INTO customer_risk.cases (id, tenant_id, customer_id, title, reason, status, opened_by, entries, created_at,
    updated_at, revision)
  VALUES ($1, $2, $1, 'A case', 'r', 'open', 'o', '[]', now(), now(), 0)
  ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id`;
const RULE = `
  INSERT INTO pipeline.monitoring_rules (id, tenant_id, key, version, mode, definition, created_at, updated_at, revision)
  VALUES ($1, $2, NULL, 3, $3, '{"name": "A rule"}', now(), now(), 0)
  ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id, mode = excluded.mode`;

const PROVIDER = `
  INSERT INTO pipeline.providers (id, tenant_id, plugin, plugin_version, stages, configuration, secrets, sealed_secrets,
    status, version, officer, updated_at, revision)
  VALUES ($1, $2, 'yente', '1.0.0', '{screening}', '{}', '{}', '', 'inactive', 1, 'j.smith', now(), 0)
  ON CONFLICT DO NOTHING`;

/** Makes a customer, an alert, a case, a rule and an inactive provider with this id; those with the id move to the tenant. */
export async function makeExist(
  owner: Database,
  tenantId: string,
  id: string,
  { severity = 'high', kycStatus = 'in_review', ruleMode = 'active' }: Existing = {},
): Promise<void> {
  await owner.query(CUSTOMER, [id, tenantId, kycStatus]);
  await owner.query(ALERT, [id, tenantId, severity]);
  await owner.query(CASE, [id, tenantId]);
  await owner.query(RULE, [id, tenantId, ruleMode]);
  await owner.query(PROVIDER, [id, tenantId]);
}
