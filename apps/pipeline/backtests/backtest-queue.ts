import { randomUUID } from 'node:crypto';
import type { Database, Sql } from '@probity/persistence/database';
import type { Coverage } from './run-backtest';

/** How long a backtest of a process that died waits for another process. */
export const LEASE_S = 15;
/** The time before another attempt when one has failed. */
export const RETRY_S = 10;

/** One process chooses at a time, so that of a tenant one backtest runs. */
const CHOOSE_ALONE = "SELECT pg_try_advisory_xact_lock(hashtextextended('backtests', 0)) AS alone";
/** Takes the first in line of the tenant whose last backtest began longest ago. */
const CLAIM = `
  WITH first_in_line AS (
    SELECT DISTINCT ON (tenant_id) id, tenant_id, started_at FROM pipeline.backtests u
    WHERE outcome IS NULL AND tenant_id <> ALL($2) AND NOT EXISTS (
      SELECT FROM pipeline.backtests r
      WHERE r.tenant_id = u.tenant_id AND r.outcome IS NULL AND r.lease_until > clock_timestamp())
    ORDER BY tenant_id, started_at, id
  ), next AS (
    SELECT id FROM first_in_line f
    ORDER BY (SELECT max(claimed_at) FROM pipeline.backtests p WHERE p.tenant_id = f.tenant_id) NULLS FIRST, started_at, id
    LIMIT 1
  )
  UPDATE pipeline.backtests b SET claim = $1, claimed_at = clock_timestamp(), attempts = attempts + 1,
    lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S}), customers_read = NULL, customers_total = NULL
  FROM next WHERE b.id = next.id AND b.outcome IS NULL
  RETURNING b.id, tenant_id, definition, from_time, to_time, max_examples, rule_version, baseline, attempts`;
const KEEP = `
  UPDATE pipeline.backtests SET lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S}),
    customers_read = $3, customers_total = $4
  WHERE id = $1 AND claim = $2 AND outcome IS NULL`;
const HAND_BACK = `
  UPDATE pipeline.backtests SET claim = NULL, lease_until = NULL, attempts = attempts - 1 WHERE id = $1 AND claim = $2`;
const PUT_OFF = `
  UPDATE pipeline.backtests
  SET claim = NULL, lease_until = clock_timestamp() + make_interval(secs => ${RETRY_S}) WHERE id = $1 AND claim = $2`;

/** A backtest that this process has claimed. The end of the backtest ends the claim. */
export interface ClaimedBacktest {
  id: string;
  tenant_id: string;
  definition: Record<string, unknown>;
  from_time: Date | null;
  to_time: Date | null;
  max_examples: number;
  /** of the stored rule with which the draft is compared */
  rule_version: number | null;
  baseline: Record<string, unknown> | null;
  /** with this one; attempts that a process handed back do not count */
  attempts: number;
  /** of the claim */
  token: string;
}

/**
 * Claims the next backtest for this process; undefined when none can run now.
 *
 * @param busy tenants of which this process runs a backtest
 */
export async function claimBacktest(database: Database, busy: string[]): Promise<ClaimedBacktest | undefined> {
  return database.transaction(async (sql) => {
    const { rows: locks } = await sql.query<{ alone: boolean }>(CHOOSE_ALONE);
    if (!locks[0]!.alone) return undefined;
    const token = randomUUID();
    const { rows } = await sql.query<Omit<ClaimedBacktest, 'token'>>(CLAIM, [token, busy]);
    return rows[0] && { ...rows[0], token };
  });
}

type Claim = Pick<ClaimedBacktest, 'id' | 'token'>;

/** Renews the claim and stores the progress. False when the backtest has ended, or another process may have it. */
export async function keep(sql: Sql, { id, token }: Claim, progress: Coverage | undefined): Promise<boolean> {
  const { customers_read = null, customers_total = null } = progress ?? {};
  return (await sql.query(KEEP, [id, token, customers_read, customers_total])).rowCount === 1;
}

/** Leaves the backtest to the next claim of any process. The attempt does not count. */
export async function handBack(sql: Sql, { id, token }: Claim): Promise<void> {
  await sql.query(HAND_BACK, [id, token]);
}

/** Leaves the backtest to a later claim of any process. */
export async function putOff(sql: Sql, { id, token }: Claim): Promise<void> {
  await sql.query(PUT_OFF, [id, token]);
}
