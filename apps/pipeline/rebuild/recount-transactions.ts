import type { Database } from '@probity/persistence/database';
import { customerSubject } from '../ingestion/event-reference';

const PREFIX = customerSubject('');

const DIFFERING = `
  SELECT s.subject FROM pipeline.subjects s
  JOIN (SELECT customer_id, count(amount) AS transactions FROM pipeline.processed_events GROUP BY customer_id) n
    ON s.subject = '${PREFIX}' || n.customer_id
  WHERE s.transaction_count <> n.transactions`;
const LOCK = 'SELECT FROM pipeline.subjects WHERE subject = $1 FOR UPDATE';
/** Transactions that are duplicates have no amount. */
const RECOUNT = `
  UPDATE pipeline.subjects s SET version = s.version + 1, transaction_count = (
    SELECT count(amount) FROM pipeline.processed_events
    WHERE customer_id = substr(s.subject, ${PREFIX.length + 1})::uuid)
  WHERE subject = $1`;

/**
 * Makes the numbers of customers' transactions those of the stored outcomes: an outcome that comes back may have been
 * counted before it was lost. The row of a customer is locked first, so that no outcome is stored meanwhile.
 */
export async function recountTransactions(database: Database): Promise<void> {
  const { rows } = await database.query<{ subject: string }>(DIFFERING);
  for (const { subject } of rows) {
    await database.transaction(async (sql) => {
      await sql.query(LOCK, [subject]);
      await sql.query(RECOUNT, [subject]);
    });
  }
}
