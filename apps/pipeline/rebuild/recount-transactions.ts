import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { Database, Sql } from '@probity/persistence/database';
import { customerSubject } from '../ingestion/event-reference';
import { alertedBy } from '../processing/shadow-hits';

const PREFIX = customerSubject('');
const AT_ONCE = 500;

/** Transactions that are duplicates have no amount. An erased customer has no row. */
const DIFFERING = `
  SELECT n.customer_id, n.transactions::int AS transactions, n.last_activity_at, s.subject IS NULL AS is_missing
  FROM (
    SELECT customer_id, count(amount) AS transactions, max(occurred_at) FILTER (WHERE amount IS NOT NULL) AS last_activity_at
    FROM pipeline.processed_events GROUP BY customer_id) n
  LEFT JOIN pipeline.subjects s ON s.subject = '${PREFIX}' || n.customer_id
  WHERE s.transaction_count IS DISTINCT FROM n.transactions AND (s.subject IS NOT NULL OR EXISTS (
    SELECT FROM customer_risk.customers c WHERE c.id = n.customer_id AND c.erased_at IS NULL))`;
const LOCK = 'SELECT FROM pipeline.subjects WHERE subject = $1 FOR UPDATE';
const RECOUNT = `
  UPDATE pipeline.subjects s SET version = s.version + 1, transaction_count = (
    SELECT count(amount) FROM pipeline.processed_events
    WHERE customer_id = substr(s.subject, ${PREFIX.length + 1})::uuid)
  WHERE subject = $1`;
/** Its version is one that no process can have in its memory. */
const RESTORE = `
  INSERT INTO pipeline.subjects (subject, version, transaction_count, last_activity_at, alerted)
  VALUES ($1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, $2, $3, $4)
  ON CONFLICT (subject) DO NOTHING`;
const STAGES = `
  SELECT event_id, stages, occurred_at FROM pipeline.processed_events
  WHERE customer_id = $1 AND event_id > $2 ORDER BY event_id LIMIT ${AT_ONCE}`;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

interface Differing extends Record<string, unknown> {
  customer_id: string;
  transactions: number;
  last_activity_at: Date | null;
  is_missing: boolean;
}

/**
 * Makes the state of customers after their events what the stored outcomes say: the number of their transactions, because
 * an outcome that comes back may have been counted before it was lost, and rows that are missing. The row of a customer is
 * locked first, so that no outcome is stored meanwhile.
 */
export async function recountTransactions(database: Database): Promise<void> {
  const { rows } = await database.query<Differing>(DIFFERING);
  for (const { customer_id, transactions, last_activity_at, is_missing } of rows) {
    const subject = customerSubject(customer_id);
    await database.transaction(async (sql) => {
      if (is_missing) {
        const alerted = JSON.stringify(await alertedRules(sql, customer_id));
        await sql.query(RESTORE, [subject, transactions, last_activity_at, alerted]);
      }
      await sql.query(LOCK, [subject]);
      await sql.query(RECOUNT, [subject]);
    });
  }
}

/** When each rule raised an alert last, as ISO times. The ids of events ascend with time. */
async function alertedRules(sql: Sql, customer: string): Promise<Record<string, string>> {
  const alerted: Record<string, string> = {};
  for (let after = BEFORE_ALL; ;) {
    const { rows } = await sql.query<{ event_id: string; stages: StageOutcome[]; occurred_at: Date }>(STAGES, [
      customer,
      after,
    ]);
    for (const { stages, occurred_at } of rows)
      Object.assign(alerted, alertedBy({ stages, occurred_at: occurred_at.getTime() }));
    if (rows.length < AT_ONCE) return alerted;
    after = rows.at(-1)!.event_id;
  }
}
