import type { Sql } from '@probity/persistence/database';
import { DUE_NOW, oldestOf } from '../processing/indexed-reads';

const LOCK = 'SELECT FROM pipeline.subjects WHERE subject = ANY($1) ORDER BY subject FOR UPDATE';
/** Only the oldest event of each reference: when a process claims the reference, it moves the others, too. */
const WAKE = `
  WITH oldest AS (
    SELECT r.subject, o.event_id FROM unnest($1::text[]) AS r (subject) CROSS JOIN LATERAL (
      SELECT event_id FROM (
        (${oldestOf('r.subject', 'unresolved', 'event_id, position', 1)})
        UNION ALL
        (${oldestOf('r.subject', 'pending', 'event_id, position', 1)})) AS e
      ORDER BY position LIMIT 1) AS o
  ), marked AS (
    INSERT INTO pipeline.subjects AS s (subject, customer_id) SELECT subject, $2 FROM oldest ORDER BY subject
    ON CONFLICT (subject) DO UPDATE SET customer_id = excluded.customer_id WHERE s.customer_id IS NULL
  ), locked AS (
    SELECT event_id, subject, status FROM pipeline.inbox
    WHERE event_id = ANY(ARRAY(SELECT event_id FROM oldest)) ORDER BY position FOR UPDATE
  )
  UPDATE pipeline.inbox SET status = 'pending', due_at = ${DUE_NOW} WHERE event_id = ANY(ARRAY(
    SELECT event_id FROM locked WHERE subject = ANY($1) AND status IN ('unresolved', 'pending')))`;

/**
 * Marks references as belonging to a customer if events wait under them, and makes these events due. Writes one event
 * of each reference, however many wait. Returns how many references have waiting events.
 *
 * A process that marks an event as unresolved locks the row of its subject first, and then looks for the customer.
 * This function locks the same row: either it sees the event, or the other process sees the customer. If the row does
 * not exist yet, the other process creates and locks it later, and then sees the customer.
 */
export async function wakeWaiting(sql: Sql, subjects: string[], customerId: string): Promise<number> {
  await sql.query(LOCK, [subjects]);
  const { rowCount } = await sql.query(WAKE, [subjects, customerId]);
  return rowCount ?? 0;
}
