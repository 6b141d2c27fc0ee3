import type { Sql } from '@probity/persistence/database';

const LOCK = 'SELECT FROM pipeline.subjects WHERE subject = ANY($1) ORDER BY subject FOR UPDATE';
/** Only the oldest event of each reference: when a process claims the reference, it moves the others, too. */
const WAKE = `
  WITH oldest AS (
    SELECT r.subject, o.event_id FROM unnest($1::text[]) AS r (subject) CROSS JOIN LATERAL (
      SELECT event_id FROM (
        (SELECT event_id, position FROM pipeline.inbox WHERE subject = r.subject AND status = 'unresolved'
          ORDER BY position LIMIT 1)
        UNION ALL
        (SELECT event_id, position FROM pipeline.inbox WHERE subject = r.subject AND status = 'pending'
          ORDER BY position LIMIT 1)) AS e
      ORDER BY position LIMIT 1) AS o
  ), marked AS (
    INSERT INTO pipeline.subjects AS s (subject, customer_id) SELECT subject, $2 FROM oldest ORDER BY subject
    ON CONFLICT (subject) DO UPDATE SET customer_id = excluded.customer_id WHERE s.customer_id IS NULL
  )
  UPDATE pipeline.inbox i SET status = 'pending', due_at = now()
  FROM oldest o WHERE i.event_id = o.event_id AND i.subject = o.subject AND i.status IN ('unresolved', 'pending')`;

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
