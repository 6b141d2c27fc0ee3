import type { Sql } from '@probity/persistence/database';
import type { Checkpoint } from '../event-store';

/** The place before the first event. */
export const BEFORE_ALL: Checkpoint = '-1:-1';

export const FROM_OTHER_SERVER =
  'the events come from another Postgres server with higher transaction ids, so new events would be skipped; ' +
  'see docs/guides/restore-postgres.md';

/** How many rows with transaction ids of the future are looked at. */
const LOOKED_AT = 1_000;

/** The transaction that wrote a row. Postgres knows its last 32 bits. */
const WRITTEN_IN = '(next - ((next - xmin::text::bigint) % 4294967296 + 4294967296) % 4294967296)';

/**
 * Whether the checkpoint, $1, or the events have transaction ids that this server has not reached.
 *
 * A row with a made-up id proves nothing. If the events come from another server, all of them were written here before
 * the first event that Probity stored here. So such a row is made up if Probity stored an event here before it was
 * written: an event that has the id of the transaction that wrote it. An event with 0, as docs/guides/restore-postgres.md has
 * it, proves nothing: it may have come here with the others.
 */
const IS_OTHER_SERVER = `
  WITH here AS (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next),
  ahead AS (
    SELECT ${WRITTEN_IN} AS written_in FROM (
      SELECT xmin FROM event_store.events
      WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      ORDER BY transaction_id LIMIT ${LOOKED_AT}) AS first, here),
  oldest AS (SELECT min(written_in) AS written_in FROM ahead)
  SELECT $1::bigint >= next OR (written_in IS NOT NULL AND NOT EXISTS (
    SELECT FROM event_store.events
    WHERE transaction_id < written_in AND transaction_id = ${WRITTEN_IN})) AS other
  FROM here, oldest`;

/**
 * Each server counts its own transaction ids. After a restore from a dump, new events would sort before old ones.
 *
 * @throws Error when the events come from another server. A row with a made-up id is no reason: readers never reach it,
 *   and only its own stream cannot go on
 */
export async function refuseOtherServer(sql: Sql, after: Checkpoint = BEFORE_ALL): Promise<void> {
  const { rows } = await sql.query<{ other: boolean }>(IS_OTHER_SERVER, [after.split(':')[0]]);
  if (rows[0]!.other) throw new Error(FROM_OTHER_SERVER);
}
