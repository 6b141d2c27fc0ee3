import { DEFAULT_LIMITS, type LimitName, limitsWith, type TenantLimits } from '@probity/contracts/limits/limits';
import type { Sql } from '@probity/persistence/database';

/** The limits that an operator has set for a tenant; version 0: none. */
export interface StoredLimits {
  version: number;
  limits: Partial<TenantLimits>;
}

const STORED = 'SELECT version, limits FROM back_office.tenant_limits WHERE tenant_id = $1';
const STORED_OF = 'SELECT tenant_id, version, limits FROM back_office.tenant_limits WHERE tenant_id = ANY($1)';
/** Of files that are not removed, and of uploads that are not given up. */
const STORED_FILE_BYTES = `
  SELECT coalesce(sum(c.bytes), 0)::float8 FROM customer_risk.case_file_contents c
  WHERE c.tenant_id = $1 AND c.forgotten_at IS NULL
    AND NOT EXISTS (SELECT FROM customer_risk.case_files f WHERE f.id = c.id AND f.removed_at IS NOT NULL)`;
/** Accounts are not counted: a tenant may have millions. */
const IN_USE = `
  SELECT
    (SELECT count(*)::int FROM ledger.ledgers WHERE tenant_id = $1) AS ledgers,
    (SELECT count(*)::int FROM pipeline.inbox WHERE tenant_id = $1 AND customer_id IS NULL) AS waiting_events,
    (SELECT count(*)::int FROM pipeline.monitoring_rules WHERE tenant_id = $1 AND mode <> 'disabled')
      AS monitoring_rules,
    (SELECT coalesce(sum(entries), 0)::int FROM pipeline.watchlists WHERE tenant_id = $1) AS watchlist_entries,
    (SELECT count(*)::int FROM webhooks.endpoints WHERE tenant_id = $1 AND status <> 'deleted') AS webhook_endpoints,
    (${STORED_FILE_BYTES}) AS case_file_bytes`;

/** Reads the limits of tenants. Every service that enforces a limit reads it here. */
export class LimitQueries {
  constructor(private readonly sql: Sql) {}

  async stored(tenantId: string): Promise<StoredLimits> {
    const { rows } = await this.sql.query<StoredLimits & Record<string, unknown>>(STORED, [tenantId]);
    return rows[0] ?? { version: 0, limits: {} };
  }

  /** The limits of those of the tenants for which an operator has set limits. */
  async storedOf(tenantIds: string[]): Promise<(StoredLimits & { tenant_id: string })[]> {
    const { rows } = await this.sql.query<StoredLimits & { tenant_id: string }>(STORED_OF, [tenantIds]);
    return rows;
  }

  /** One limit that applies to the tenant now. */
  async limit(tenantId: string, name: LimitName): Promise<number> {
    return (await this.stored(tenantId)).limits[name] ?? DEFAULT_LIMITS[name];
  }

  /** All limits that apply to the tenant now. */
  async of(tenantId: string): Promise<TenantLimits> {
    return limitsWith((await this.stored(tenantId)).limits);
  }

  /** The size of all files of cases of a tenant; see `case_file_bytes`. */
  async fileBytes(tenantId: string): Promise<number> {
    const { rows } = await this.sql.query<{ bytes: number }>(`SELECT (${STORED_FILE_BYTES}) AS bytes`, [tenantId]);
    return rows[0]!.bytes;
  }

  /** How much of its limits a tenant uses. Only the gateway and the back office may read all of it. */
  async inUse(tenantId: string): Promise<Partial<TenantLimits>> {
    const { rows } = await this.sql.query<Partial<TenantLimits>>(IN_USE, [tenantId]);
    return rows[0]!;
  }
}
