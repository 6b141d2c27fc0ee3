import type { RescreeningOutcome } from '@probity/contracts/rescreenings/words';
import type { Severity } from '@probity/contracts/alerts/events';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { Sql } from '@probity/persistence/database';

/** Customers that are screened before the position is stored. */
const PAGE = 50;

const OF_BOTH = 'id, tenant_id, last_created_at, last_customer_id, attempts, coalesce(stepped_at, started_at) AS since';
/** $1: the version of the scorer. A process leaves rescreenings with another version to others. */
const UNFINISHED = `
  SELECT ${OF_BOTH}, preview, threshold, NULL::integer AS scorer_version FROM pipeline.rescreenings
  WHERE ended_at IS NULL
  UNION ALL
  SELECT ${OF_BOTH}, false, NULL, scorer_version FROM pipeline.scorer_rescreenings
  WHERE ended_at IS NULL AND scorer_version = $1`;
/** Tenants take turns: the one whose rescreening has waited longest comes first. */
const RUNNING = `${UNFINISHED} ORDER BY since, id LIMIT 1`;
const ANY = `SELECT FROM (${UNFINISHED}) AS r LIMIT 1`;
/** Newer customers are screened when they are created. The metadata is not screened and can be large. */
const CUSTOMERS = `
  SELECT id, (profile::jsonb - 'metadata')::json AS profile, created_at FROM customer_risk.customers
  WHERE risk_rating IS NOT NULL AND erased_at IS NULL AND tenant_id = $1
    AND ($2::timestamptz IS NULL OR (created_at, id) > ($2::timestamptz, $3::uuid))
  ORDER BY created_at, id LIMIT ${PAGE}`;
const advanceIn = (table: Table) => `
  UPDATE ${table} SET screened = screened + $2, matched = matched + $3, critical = critical + $4,
    high = high + $5, medium = medium + $6, low = low + $7, last_created_at = $8,
    last_customer_id = $9, attempts = 0, error = NULL, stepped_at = now()
  WHERE id = $1 AND ended_at IS NULL`;
const END = `
  UPDATE pipeline.rescreenings SET outcome = $2, error = $3, ended_at = $4 WHERE id = $1 AND ended_at IS NULL`;
const failedStepIn = (table: Table) =>
  `UPDATE ${table} SET attempts = attempts + $3, error = $2, stepped_at = now() WHERE id = $1 AND ended_at IS NULL`;
const TO_SCREEN = `
  SELECT count(*)::int AS total FROM customer_risk.customers
  WHERE tenant_id = $1 AND risk_rating IS NOT NULL AND erased_at IS NULL`;
const MAX_ERROR = 1_000;

/** A screening of all customers that has not ended, and its position. */
export interface RunningRescreening extends Record<string, unknown> {
  id: string;
  tenant_id: string;
  preview: boolean;
  threshold: number | null;
  /** null: staff started it */
  scorer_version: number | null;
  last_created_at: Date | null;
  last_customer_id: string | null;
  /** failed attempts for the next customers */
  attempts: number;
}

export interface CustomerToScreen extends Record<string, unknown> {
  id: string;
  profile: CustomerProfile;
  created_at: Date;
}

/** What the screening of a page of customers found. */
export interface PageTally extends Record<Severity, number> {
  matched: number;
}

type Table = 'pipeline.rescreenings' | 'pipeline.scorer_rescreenings';
const tableOf = ({ scorer_version }: RunningRescreening): Table =>
  scorer_version === null ? 'pipeline.rescreenings' : 'pipeline.scorer_rescreenings';

/** The number of customers of a tenant that a rescreening screens. */
export async function customersToScreen(sql: Sql, tenantId: string): Promise<number> {
  return (await sql.query<{ total: number }>(TO_SCREEN, [tenantId])).rows[0]!.total;
}

/** @param scorer the version of the scorer of this process */
export const hasRunning = async (sql: Sql, scorer: number): Promise<boolean> =>
  (await sql.query(ANY, [scorer])).rows.length > 0;

/** @param scorer the version of the scorer of this process */
export async function nextRescreening(sql: Sql, scorer: number): Promise<RunningRescreening | undefined> {
  return (await sql.query<RunningRescreening>(RUNNING, [scorer])).rows[0];
}

export async function nextToScreen(sql: Sql, job: RunningRescreening): Promise<CustomerToScreen[]> {
  const place = [job.tenant_id, job.last_created_at, job.last_customer_id];
  return (await sql.query<CustomerToScreen>(CUSTOMERS, place)).rows;
}

/** Moves past these customers. Changes nothing when the rescreening was cancelled meanwhile. */
export async function advance(
  sql: Sql,
  job: RunningRescreening,
  customers: CustomerToScreen[],
  { matched, critical, high, medium, low }: PageTally,
): Promise<void> {
  const last = customers.at(-1)!;
  const found = [matched, critical, high, medium, low];
  await sql.query(advanceIn(tableOf(job)), [job.id, customers.length, ...found, last.created_at, last.id]);
}

/** Ends a rescreening that staff started. */
export async function end(
  sql: Sql,
  { id }: RunningRescreening,
  outcome: RescreeningOutcome,
  error: string | null,
  now: Date,
): Promise<void> {
  await sql.query(END, [id, outcome, error?.slice(0, MAX_ERROR), now]);
}

/** @param counts whether the step counts as an attempt: an outage does not */
export async function recordFailedStep(
  sql: Sql,
  job: RunningRescreening,
  error: unknown,
  counts: boolean,
): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR);
  await sql.query(failedStepIn(tableOf(job)), [job.id, message, counts ? 1 : 0]);
}
