import {
  type EventStore,
  type InlineProjection,
  NO_STREAM,
  type RecordedEvent,
} from '@probity/event-store/event-store';
import { projectStream } from '@probity/event-store/project-stream';
import type { Database } from '@probity/persistence/database';

/**
 * The last event of a stream, once the read side reflects it: projects what a crash left between an append
 * and its projection, where the two are not one transaction.
 *
 * @param reflected SQL that reads the `revision` which the read side reflects
 */
export async function lastProjected(
  events: EventStore,
  database: Database,
  projection: InlineProjection,
  stream: string,
  reflected: { text: string; values: unknown[] },
): Promise<RecordedEvent | undefined> {
  const last = await events.lastEvent(stream);
  if (!last) return undefined;
  const { rows } = await database.query<{ revision: string }>(reflected.text, reflected.values);
  const revision = rows[0] ? Number(rows[0].revision) : NO_STREAM;
  if (revision < last.revision) await projectStream(events, database, projection, [last]);
  return last;
}
