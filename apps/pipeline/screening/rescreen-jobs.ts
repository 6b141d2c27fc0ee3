import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { MAX, NIL } from 'uuid';
import type { Sql } from '@probity/persistence/database';
import type { ChangeRange } from './stored-entries';

const CUSTOMERS_AT_ONCE = 200;

/** In the place of a tenant, for the jobs of shared lists. */
const SHARED = `'${MAX}'::uuid`;

const UNFINISHED = 'SELECT EXISTS (SELECT FROM pipeline.rescreen_jobs WHERE finished_at IS NULL) AS unfinished';
/** Tenants take turns, in the order of their ids; the shared lists come last. A tenant's oldest job is the first. */
const NEXT = `
  UPDATE pipeline.rescreen_jobs SET started_at = coalesce(started_at, now())
  WHERE id = (
    SELECT id FROM pipeline.rescreen_jobs WHERE finished_at IS NULL
    ORDER BY coalesce(tenant_id, ${SHARED}) <= $1::uuid, coalesce(tenant_id, ${SHARED}), id LIMIT 1)
  RETURNING id, tenant_id, from_sequence, to_sequence, last_created_at, last_customer_id, attempts`;
const ADVANCE = `
  UPDATE pipeline.rescreen_jobs SET last_created_at = $2, last_customer_id = $3, customers = customers + $4,
    reported = reported + $5, failed = failed + $6, attempts = 0, last_error = NULL WHERE id = $1`;
const FAILED = 'UPDATE pipeline.rescreen_jobs SET attempts = attempts + 1, last_error = $2 WHERE id = $1';
const FINISH = 'UPDATE pipeline.rescreen_jobs SET finished_at = now() WHERE id = $1';
const FORGET_OLD = "DELETE FROM pipeline.rescreen_jobs WHERE finished_at < now() - interval '90 days'";

/** Without the metadata, which is not screened and can be a megabyte for each customer. */
const CUSTOMER = `SELECT id, tenant_id, (profile::jsonb - 'metadata')::json AS profile, created_at
  FROM customer_risk.customers WHERE risk_rating IS NOT NULL AND erased_at IS NULL`;
/** There are two queries, because each order uses another index. */
const CUSTOMERS_OF_ALL = `${CUSTOMER} AND ($1::uuid IS NULL OR id > $1::uuid) ORDER BY id LIMIT $2`;
const CUSTOMERS_OF_TENANT = `${CUSTOMER} AND tenant_id = $1
    AND ($2::timestamptz IS NULL OR (created_at, id) > ($2::timestamptz, $3::uuid))
  ORDER BY created_at, id LIMIT $4`;

/** The screening of customers against a range of changes, and its position. */
export interface RescreenJob extends ChangeRange {
  id: string;
  last_created_at: Date | null;
  last_customer_id: string | null;
  /** number of failed attempts for the next customers */
  attempts: number;
}

export interface JobCustomer {
  id: string;
  tenant_id: string;
  profile: CustomerProfile;
  created_at: Date;
}

export interface PageResult {
  /** number of customers with a report */
  reported: number;
  /** number of customers whose report failed permanently */
  failed: number;
}

export async function hasUnfinishedJob(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ unfinished: boolean }>(UNFINISHED);
  return rows[0]!.unfinished;
}

/**
 * The oldest unfinished job of the tenant that is next. Later changes get their own job.
 *
 * @param last the job that had the last turn, if any
 */
export async function nextJob(sql: Sql, last?: RescreenJob): Promise<RescreenJob | undefined> {
  const { rows } = await sql.query<RescreenJob & Record<string, unknown>>(NEXT, [last ? (last.tenant_id ?? MAX) : NIL]);
  return rows[0];
}

/** The next customers of a job; none when it is finished. Newer customers were screened at their creation. */
export async function nextCustomers(sql: Sql, job: RescreenJob): Promise<JobCustomer[]> {
  const { tenant_id, last_created_at, last_customer_id } = job;
  const [text, place] =
    tenant_id === null
      ? [CUSTOMERS_OF_ALL, [last_customer_id]]
      : [CUSTOMERS_OF_TENANT, [tenant_id, last_created_at, last_customer_id]];
  const { rows } = await sql.query<JobCustomer & Record<string, unknown>>(text, [...place, CUSTOMERS_AT_ONCE]);
  return rows;
}

/** Moves the job past these customers; returns the changed job. */
export async function advanceJob(
  sql: Sql,
  job: RescreenJob,
  customers: JobCustomer[],
  { reported, failed }: PageResult,
): Promise<RescreenJob> {
  const { id, created_at } = customers.at(-1)!;
  await sql.query(ADVANCE, [job.id, created_at, id, customers.length, reported, failed]);
  return { ...job, last_created_at: created_at, last_customer_id: id, attempts: 0 };
}

export async function recordFailure(sql: Sql, job: RescreenJob, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  await sql.query(FAILED, [job.id, reason.slice(0, 1_000)]);
}

export async function finishJob(sql: Sql, job: RescreenJob): Promise<void> {
  await sql.query(FINISH, [job.id]);
  await sql.query(FORGET_OLD);
}
