import {
  CUSTOMER_STREAM_PREFIX,
  type CustomerCreated,
  type CustomerEvent,
  type CustomerProfileChanged,
  type KycStatusChanged,
  type ProviderSignalRecorded,
  type RiskAssessed,
} from '@probity/contracts/customers/events';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { insertAllowListEntry, markAllowListEntryEnded } from '../allow-list/allow-list-projection';
import { recordAudit } from '../audit/audit-entry';
import { customerAudit } from './customer-audit';
import { changedProfile } from './customer-view';
import { EMAIL_KEY_VERSION, emailKey } from './email-key';
import { passOver, refuseGap } from '../refuse-gap';
import { changesSearchTerms, SEARCH_VERSION } from '../search/search-terms';
import { insertSearchTerms, replaceSearchTerms } from '../search/search-terms-projection';

export type RecordedCustomerEvent = RecordedEvent & CustomerEvent;

const INSERT_CUSTOMER = `
  INSERT INTO customer_risk.customers (id, tenant_id, email_key, external_id, customer_type, kyc_status, profile,
    created_at, updated_at, revision, email_key_version, kyc_baseline, decided_revision, search_version)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, ${EMAIL_KEY_VERSION}, $6, $9, ${SEARCH_VERSION}) ON CONFLICT (id) DO NOTHING`;
/** Sets the revision of a row that is at the revision before; keeps a row complete that was complete. */
const ADVANCE = `revision = $2, decided_revision = CASE WHEN decided_revision = revision THEN $2 ELSE decided_revision END`;
const LOCK_PROFILE = `
  SELECT profile, created_at FROM customer_risk.customers WHERE id = $1 AND revision = $2 - 1 FOR UPDATE`;
const CHANGE_PROFILE = `
  UPDATE customer_risk.customers SET profile = $3, external_id = $4, updated_at = coalesce($5, updated_at), ${ADVANCE}
  WHERE id = $1`;
const CHANGE_KYC = `
  UPDATE customer_risk.customers SET kyc_status = $3, kyc_decided_by = $5, updated_at = $4, ${ADVANCE}
  WHERE id = $1 AND revision = $2 - 1`;
const SET_BASELINE = `
  UPDATE customer_risk.customers
  SET kyc_baseline = kyc_status, kyc_baseline_at = greatest(kyc_baseline_at, updated_at) WHERE id = $1`;
const ASSESS = `
  UPDATE customer_risk.customers SET risk_rating = $3, assessment = $4, assessed_at = $5,
    updated_at = CASE WHEN $6 THEN $5 ELSE updated_at END, ${ADVANCE}
  WHERE id = $1 AND revision = $2 - 1`;
const INSERT_HISTORY = `
  INSERT INTO customer_risk.risk_history (customer_id, revision, tenant_id, rating_from, rating_to, reason,
    trigger_type, score, actor_type, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (customer_id, revision) DO NOTHING`;
const ONLY_ADVANCE = `UPDATE customer_risk.customers SET ${ADVANCE} WHERE id = $1 AND revision = $2 - 1`;
const INSERT_SIGNAL = `
  INSERT INTO customer_risk.provider_signals (customer_id, signal_id, tenant_id, plugin, plugin_version, event_source,
    occurred_at, kyc_status, kyc_reason, effect, metadata, payload_sha256, recorded_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (customer_id, signal_id) DO NOTHING`;
const RECORD_EFFECTS = `
  INSERT INTO customer_risk.event_effects AS e
    (customer_id, tenant_id, event_id, findings, first_assessment, last_assessment)
  SELECT $1, $2, event_id, min(findings), min(assessment), max(assessment)
  FROM unnest($3::uuid[], $4::bigint[], $5::bigint[]) AS n (event_id, findings, assessment) GROUP BY event_id
  ON CONFLICT (customer_id, event_id) DO UPDATE SET
    findings = least(e.findings, excluded.findings),
    first_assessment = least(e.first_assessment, excluded.first_assessment),
    last_assessment = greatest(e.last_assessment, excluded.last_assessment)`;
const RESTRICT = `
  UPDATE customer_risk.customers SET relationship_ended_on = $3, restricted_at = $4, updated_at = $5, ${ADVANCE}
  WHERE id = $1 AND revision = $2 - 1`;
/** The rows of its data are overwritten after this; see `privacy.erase_customer`. */
const ERASE = `
  UPDATE customer_risk.customers SET erased_at = $3, updated_at = $3, ${ADVANCE} WHERE id = $1 AND revision = $2 - 1`;
const REFLECTED = 'SELECT revision FROM customer_risk.customers WHERE id = $1';
export const CUSTOMER_ROW = { table: 'customer_risk.customers', prefix: CUSTOMER_STREAM_PREFIX };
export const CUSTOMER_TABLES: ProjectedTables = {
  replaced: [
    { table: 'customer_risk.customers' },
    { table: 'customer_risk.customer_account_refs', key: 'customer_id' },
    { table: 'customer_risk.search_terms', key: 'customer_id' },
    { table: 'customer_risk.allow_list_entries', key: 'customer_id' },
  ],
  completed: ['risk_history', 'provider_signals', 'event_effects'].map((name) => ({
    table: `customer_risk.${name}`,
    key: 'customer_id',
  })),
};

const FORGET_REFS = 'DELETE FROM customer_risk.customer_account_refs WHERE customer_id = $1';
const INSERT_REFS = `
  INSERT INTO customer_risk.customer_account_refs (customer_id, account_ref, tenant_id, created_at, position)
  SELECT $1, ref, $2, $3, position FROM unnest($4::text[]) WITH ORDINALITY AS r (ref, position)
  ON CONFLICT (customer_id, account_ref) DO NOTHING`;

/**
 * Applies the events of one customer to the read side. The row of the customer has the last projected revision, so an
 * event that was already projected changes nothing.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectCustomerEvents(sql: Sql, events: RecordedCustomerEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, CUSTOMER_ROW, event)) continue;
    if (!(await project(sql, event))) {
      await refuseGap(sql, REFLECTED, event.data.customer_id, event);
      continue;
    }
    const effect = effectOf(event);
    if (effect) await recordEffects(sql, event.data, [effect]);
    const entry = customerAudit(event);
    if (entry) await recordAudit(sql, 'customer_risk', entry);
  }
}

/** Returns false when the row is not at the revision before the event. */
async function project(sql: Sql, event: RecordedCustomerEvent): Promise<boolean> {
  switch (event.type) {
    case 'CustomerCreated':
      return insertCustomer(sql, event.data, event.revision);
    case 'CustomerProfileChanged':
      return changeProfile(sql, event.data, event.revision);
    case 'KycStatusChanged':
      return changeKyc(sql, event.data, event.revision);
    case 'ProviderSignalRecorded':
      return recordSignal(sql, event.data, event.revision);
    case 'RiskAssessed':
      return assess(sql, event.data, event.revision);
    case 'CustomerDataExported':
      return changes(sql, ONLY_ADVANCE, event, []);
    case 'AllowListEntryAdded':
    case 'AllowListEntryEnded': {
      if (!(await changes(sql, ONLY_ADVANCE, event, []))) return false;
      await (event.type === 'AllowListEntryAdded'
        ? insertAllowListEntry(sql, event.data)
        : markAllowListEntryEnded(sql, event.data));
      return true;
    }
    case 'CustomerErasureRequested': {
      const { relationship_ended_on, requested_at } = event.data;
      return changes(sql, RESTRICT, event, [relationship_ended_on, requested_at, requested_at]);
    }
    case 'CustomerErasureWithdrawn':
      return changes(sql, RESTRICT, event, [null, null, event.data.withdrawn_at]);
    case 'CustomerErased':
      return changes(sql, ERASE, event, [event.data.erased_at]);
  }
}

const changes = async (sql: Sql, text: string, event: RecordedCustomerEvent, values: unknown[]): Promise<boolean> =>
  (await sql.query(text, [event.data.customer_id, event.revision, ...values])).rowCount === 1;

async function insertCustomer(sql: Sql, created: CustomerCreated, revision: number): Promise<boolean> {
  const { customer_id, tenant_id, profile, kyc_status, created_at } = created;
  const { rowCount } = await sql.query(INSERT_CUSTOMER, [
    customer_id,
    tenant_id,
    emailKey(profile.email),
    profile.external_id,
    profile.customer_type,
    kyc_status,
    JSON.stringify(profile),
    created_at,
    revision,
  ]);
  if (rowCount !== 1) return false;
  await insertSearchTerms(sql, created, profile);
  if (profile.account_refs.length > 0) {
    await sql.query(INSERT_REFS, [customer_id, tenant_id, created_at, profile.account_refs]);
  }
  return true;
}

async function changeProfile(sql: Sql, change: CustomerProfileChanged, revision: number): Promise<boolean> {
  const { customer_id, tenant_id, changes, changed_at } = change;
  const { rows } = await sql.query<{ profile: CustomerProfile; created_at: Date }>(LOCK_PROFILE, [
    customer_id,
    revision,
  ]);
  if (!rows[0]) return false;
  const profile = changedProfile(rows[0].profile, changes);
  const updatedAt = Object.keys(changes).length === 0 ? undefined : changed_at;
  await sql.query(CHANGE_PROFILE, [customer_id, revision, JSON.stringify(profile), profile.external_id, updatedAt]);
  if (changesSearchTerms(changes)) await replaceSearchTerms(sql, change, profile);
  if (changes.account_refs) {
    await sql.query(FORGET_REFS, [customer_id]);
    await sql.query(INSERT_REFS, [customer_id, tenant_id, rows[0].created_at, changes.account_refs]);
  }
  return true;
}

async function changeKyc(sql: Sql, change: KycStatusChanged, revision: number): Promise<boolean> {
  const { customer_id, to, changed_at, actor_type } = change;
  const { rowCount } = await sql.query(CHANGE_KYC, [customer_id, revision, to, changed_at, actor_type]);
  if (rowCount !== 1) return false;
  if (actor_type === 'staff') await sql.query(SET_BASELINE, [customer_id]);
  return true;
}

/** What an ingested event caused: the revision of the event that marks its findings, or of an assessment. */
export interface EventEffect {
  event_id: string;
  findings?: number;
  assessment?: number;
}

/** The ingested event that caused the event of a customer, if decisions must find that again. */
export function effectOf({ type, data, revision }: RecordedCustomerEvent): EventEffect | undefined {
  if ((type !== 'CustomerProfileChanged' && type !== 'RiskAssessed') || data.event_id === undefined) return undefined;
  return { event_id: data.event_id, [type === 'RiskAssessed' ? 'assessment' : 'findings']: revision };
}

/** Records what ingested events caused. Effects that are recorded already change nothing. */
export async function recordEffects(
  sql: Sql,
  customer: { customer_id: string; tenant_id: string },
  effects: EventEffect[],
): Promise<void> {
  if (effects.length === 0) return;
  await sql.query(RECORD_EFFECTS, [
    customer.customer_id,
    customer.tenant_id,
    effects.map(({ event_id }) => event_id),
    effects.map(({ findings }) => findings),
    effects.map(({ assessment }) => assessment),
  ]);
}

async function recordSignal(sql: Sql, signal: ProviderSignalRecorded, revision: number): Promise<boolean> {
  const { rowCount } = await sql.query(ONLY_ADVANCE, [signal.customer_id, revision]);
  if (rowCount !== 1) return false;
  await sql.query(INSERT_SIGNAL, [
    signal.customer_id,
    signal.signal_id,
    signal.tenant_id,
    signal.plugin,
    signal.plugin_version,
    signal.event_source,
    signal.occurred_at,
    signal.kyc?.status,
    signal.kyc?.reason,
    signal.effect,
    JSON.stringify(signal.metadata),
    signal.payload_sha256,
    signal.recorded_at,
  ]);
  return true;
}

async function assess(sql: Sql, assessed: RiskAssessed, revision: number): Promise<boolean> {
  const { customer_id, tenant_id, rating_from, rating_to, reason, trigger_type, actor_type } = assessed;
  const { assessment, assessed_at } = assessed;
  const isNewRating = rating_from !== rating_to;
  const values = [customer_id, revision, rating_to, JSON.stringify(assessment), assessed_at, isNewRating];
  const { rowCount } = await sql.query(ASSESS, values);
  if (rowCount !== 1) return false;
  if (isNewRating) {
    await sql.query(INSERT_HISTORY, [
      customer_id,
      revision,
      tenant_id,
      rating_from,
      rating_to,
      reason,
      trigger_type,
      assessment.composite_score,
      actor_type,
      assessed_at,
    ]);
  }
  return true;
}
