import { NO_STREAM, ReadSideBehind, type RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';

/**
 * For an event that its row did not take: the row reflects it already, and all is well, or events before it
 * are missing.
 *
 * @param reflected SQL that reads the `revision` of the row with the key $1
 * @throws ReadSideBehind
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
