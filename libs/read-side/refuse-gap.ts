import { NO_STREAM, ReadSideBehind, type RecordedEvent } from '@probity/event-store/event-store';
import { projectedRevision, rowOf, type RowOfStream } from '@probity/event-store/row-of-stream';
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

/**
 * Moves the row past an event that another program wrote, so that later events of Probity can be projected. Returns
 * false for an event of Probity. The follower of the projection reports the event.
 *
 * @throws ReadSideBehind when events before it are missing
 */
export async function passOver(sql: Sql, row: RowOfStream, event: RecordedEvent): Promise<boolean> {
  if (!event.isForeign) return false;
  const found = rowOf(row, event.stream);
  if (!found) return true;
  const last = await projectedRevision(sql, row, event.stream);
  // Without a row, Probity has not begun the stream, or its first event is not projected yet.
  if (last !== NO_STREAM && last < event.revision - 1) throw new ReadSideBehind(event.stream, last);
  await sql.query(`UPDATE ${row.table} SET revision = $2 WHERE ${found.where} AND revision = $2 - 1`, [
    found.id,
    event.revision,
  ]);
  return true;
}
