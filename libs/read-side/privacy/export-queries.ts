import type { ExportLine } from '@probity/contracts/erasure/privacy-views';
import type { Sql } from '@probity/persistence/database';

/** A row may have a megabyte. */
const PAGE = 50;

/** Cases of the customer about which an authority was told, or may be: the customer must not learn of them. */
const SECRET_CASES = `
  SELECT id FROM customer_risk.cases WHERE tenant_id = $1 AND customer_id = $2::uuid AND outcome = 'reported'
  UNION SELECT case_id FROM customer_risk.reports WHERE tenant_id = $1 AND customer_id = $2::uuid`;

/** The audit entries of a customer, its alerts and its cases. */
const SUBJECTS = `
  SELECT $2::text UNION ALL SELECT id::text FROM customer_risk.alerts WHERE tenant_id = $1 AND customer_id = $2::uuid
  UNION ALL SELECT id::text FROM customer_risk.cases
    WHERE tenant_id = $1 AND customer_id = $2::uuid AND id NOT IN (${SECRET_CASES})`;

/** The rows about a customer ($2) of a tenant ($1), by table. Each statement has an order that no new row changes. */
const EXPORTED: Record<string, string> = {
  'customer_risk.customers': `
    SELECT id, profile, kyc_status, risk_rating, assessment, created_at, updated_at, restricted_at, relationship_ended_on
    FROM customer_risk.customers WHERE tenant_id = $1 AND id = $2::uuid ORDER BY id`,
  'customer_risk.customer_account_refs': `
    SELECT account_ref, created_at FROM customer_risk.customer_account_refs
    WHERE tenant_id = $1 AND customer_id = $2::uuid ORDER BY position`,
  'customer_risk.risk_history': `
    SELECT rating_from, rating_to, reason, trigger_type, score, actor_type, created_at FROM customer_risk.risk_history
    WHERE tenant_id = $1 AND customer_id = $2::uuid ORDER BY revision`,
  'customer_risk.alerts': `
    SELECT id, source, alert_type, severity, title, trigger_ref, metadata, match, evidence, event_id, status, resolution,
      decisions, assignee, snoozed_until, tags, reopened, created_at, updated_at
    FROM customer_risk.alerts WHERE tenant_id = $1 AND customer_id = $2::uuid ORDER BY created_at, id`,
  'customer_risk.allow_list_entries': `
    SELECT id, alert_id, counterparty, matched_name, list, entry_id, until, reason, added_by, added_at, ended_at, ended_by,
      end_reason
    FROM customer_risk.allow_list_entries WHERE tenant_id = $1 AND customer_id = $2::uuid ORDER BY added_at, id`,
  'customer_risk.cases': `
    SELECT id, title, reason, status, outcome, opened_by, entries, created_at, updated_at FROM customer_risk.cases
    WHERE tenant_id = $1 AND customer_id = $2::uuid AND id NOT IN (${SECRET_CASES}) ORDER BY created_at, id`,
  'customer_risk.case_files': `
    SELECT id, case_id, name, media_type, bytes, sha256, scan, attached_by, attached_at, removed_at, removed_by,
      removal_reason
    FROM customer_risk.case_files WHERE tenant_id = $1 AND customer_id = $2::uuid AND case_id NOT IN (${SECRET_CASES})
    ORDER BY attached_at, id`,
  'customer_risk.provider_signals': `
    SELECT signal_id, plugin, event_source, occurred_at, kyc_status, kyc_reason, effect, metadata, recorded_at
    FROM customer_risk.provider_signals WHERE tenant_id = $1 AND customer_id = $2::uuid ORDER BY recorded_at, signal_id`,
  'pipeline.provider_signals': `
    SELECT id, plugin, provider_event_id, event_source, occurred_at, customer_ref, account_ref, status, kyc, alert,
      metadata, received_at, applied_at
    FROM pipeline.provider_signals WHERE tenant_id = $1 AND customer_id = $2::uuid ORDER BY received_at, id`,
  'pipeline.inbox': `
    SELECT event_id, event_type, payload, status, received_at FROM pipeline.inbox
    WHERE tenant_id = $1 AND customer_id = $2::uuid ORDER BY position`,
  'pipeline.processed_events': `
    SELECT event_id, event_type, payload, stages, alert_ids, received_at, processed_at, occurred_at
    FROM pipeline.processed_events WHERE tenant_id = $1 AND customer_id = $2::uuid ORDER BY occurred_at, event_id`,
  'pipeline.backtests': `
    SELECT b.id AS backtest_id, e.example FROM pipeline.backtests b, json_array_elements(b.examples) AS e (example)
    WHERE b.tenant_id = $1 AND strpos(e.example::text, $2::text) > 0 ORDER BY b.started_at, b.id`,
  'customer_risk.audit_events': `
    SELECT subject_type, subject_id, action, actor, actor_name, reason, data, at FROM customer_risk.audit_events
    WHERE tenant_id = $1 AND subject_id IN (${SUBJECTS}) ORDER BY at, id`,
};

/**
 * Tables of the register that an export leaves out: they repeat what is in it, keep it sealed for a short time, or are
 * secret from the customer.
 */
export const NOT_EXPORTED = [
  // The customer must not learn that it was reported.
  'customer_risk.reports',
  ...[
    'customer_risk.claims',
    'customer_risk.search_terms',
    'pipeline.subjects',
    'webhooks.events',
    'platform.dead_letters',
  ],
  ...['pipeline.provider_payloads', 'pipeline.provider_responses'],
  ...['customer_risk.idempotency_records', 'pipeline.idempotency_records'],
];
export const EXPORTED_TABLES = Object.keys(EXPORTED);

/** Reads everything about one customer, a few rows at a time. */
export class ExportQueries {
  constructor(private readonly sql: Sql) {}

  /** The last line has `done`. Rows that are added meanwhile may be missing. */
  async *lines(tenantId: string, customerId: string): AsyncGenerator<ExportLine> {
    let count = 0;
    for (const [table, select] of Object.entries(EXPORTED)) {
      for (let offset = 0; ; offset += PAGE) {
        const statement = `${select} LIMIT ${PAGE} OFFSET $3`;
        const { rows } = await this.sql.query<Record<string, unknown>>(statement, [tenantId, customerId, offset]);
        for (const row of rows) yield { table, row };
        count += rows.length;
        if (rows.length < PAGE) break;
      }
    }
    yield { done: true, rows: count };
  }
}
