import type { Sql } from '@probity/persistence/database';

/** Tables of what requests create; each row belongs to a tenant. */
const OBJECTS = [
  'back_office.api_keys',
  'back_office.report_templates',
  'back_office.emergency_access',
  'back_office.staff_accounts',
  'back_office.currencies',
  'customer_risk.alerts',
  'customer_risk.cases',
  'customer_risk.customers',
  'customer_risk.reports',
  'ledger.accounts',
  'ledger.ledgers',
  'ledger.transactions',
  'pipeline.backtests',
  'pipeline.inbox',
  'pipeline.monitoring_rules',
  'pipeline.providers',
  'pipeline.watchlist_entries',
  'platform.notices',
  'webhooks.endpoints',
];
const TRAILS = ['back_office', 'customer_risk', 'ledger', 'pipeline', 'webhooks', 'platform'];

/**
 * How many objects of each kind a tenant has, and how many changes of each kind its audit trail has. Each request with the
 * operator token is a use of its own, also a repetition.
 */
export async function effectsOf(sql: Sql, tenantId: string): Promise<Record<string, number>> {
  const counts = [
    ...OBJECTS.map((table) => `SELECT '${table}' AS what FROM ${table} WHERE tenant_id = $1`),
    ...TRAILS.map(
      (schema) =>
        `SELECT action AS what FROM ${schema}.audit_events WHERE tenant_id = $1 AND action <> 'operator_token.used'`,
    ),
    // the shared lists of a tenant have its slug in their names
    `SELECT 'shared list: ' || action AS what FROM pipeline.audit_events JOIN back_office.tenants t ON t.id = $1
     WHERE tenant_id IS NULL AND subject_type = 'watchlist' AND starts_with(subject_id, t.slug || '-')`,
    "SELECT 'deliveries of tests' AS what FROM webhooks.deliveries WHERE tenant_id = $1 AND is_test",
    "SELECT 'entries of lists' AS what FROM ledger.entries e JOIN ledger.transactions t ON t.id = e.transaction_id WHERE t.tenant_id = $1",
  ];
  const { rows } = await sql.query<{ what: string; n: number }>(
    `SELECT what, count(*)::int AS n FROM (${counts.join(' UNION ALL ')}) AS all_of_them GROUP BY what ORDER BY what`,
    [tenantId],
  );
  return Object.fromEntries(rows.map(({ what, n }) => [what, n]));
}
