import { NO_STREAM, ReadSideBehind, type RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';

/**
 * Call this for an event that did not change its row. Returns if the row already has the event.
 *
 * @param reflected SQL that reads the `revision` of the row with the key $1
 * @throws ReadSideBehind when events before it are missing
 */
export async function refuseGap(
  sql: Sql,
  reflected: string,
  key: string,
  { stream, revision }: RecordedEvent,
): Promise<void> {
  const { rows } = await sql.query<{ revision: string }>(reflected, [key]);
  const last = rows[0] ? Number(rows[0].revision) : NO_STREAM;
  if (last < revision) throw new ReadSideBehind(stream, last);
}
