/** No position is larger. */
const LAST = '9223372036854775807';

/**
 * SQL that reads columns of the oldest events of a subject with a status from the inbox, oldest first. It goes through
 * the index `inbox_of_subject` from the first of them, and reads no other event.
 *
 * Only this index fits a comparison of rows. `subject = … AND status = …` means the same, but there Postgres may choose
 * another index and read all events with this status: the table changes so fast that the statistics are often wrong.
 *
 * @param subject an SQL expression, such as `r.subject`
 * @param columns of the inbox
 * @param limit an SQL expression
 */
export const oldestOf = (
  subject: string,
  status: 'pending' | 'unresolved',
  columns: string,
  limit: string | number,
): string => `
  SELECT ${columns} FROM pipeline.inbox
  WHERE (subject, status, position) > (${subject}, '${status}', 0)
    AND (subject, status, position) <= (${subject}, '${status}', ${LAST})
  ORDER BY subject, status, position LIMIT ${limit}`;

/** SQL: now, or never for an event that waits for the end of a rebuild. */
export const DUE_NOW = "CASE WHEN due_at = 'infinity' THEN due_at ELSE now() END";

/**
 * SQL that is true if an event has an outcome, and null if not. A subquery with LIMIT is an access to the index for each
 * event. For EXISTS, Postgres may read all processed events instead.
 *
 * @param event the name of a row with `tenant_id` and `event_id`
 */
export const isProcessed = (event: string): string => `
  SELECT true FROM pipeline.processed_events
  WHERE tenant_id = ${event}.tenant_id AND event_id = ${event}.event_id LIMIT 1`;
