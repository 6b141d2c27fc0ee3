import type { Database } from '@probity/persistence/database';
import { refuseDamaged } from './damaged';
import { type EventStore, type InlineProjection, ReadSideBehind, type RecordedEvent } from './event-store';

/**
 * Projects stored events of one stream. If the read side lacks earlier events, projects these too, each chunk in its
 * own transaction.
 *
 * @throws EventDamaged
 */
export async function projectStream(
  store: EventStore,
  database: Database,
  projection: InlineProjection,
  events: RecordedEvent[],
): Promise<void> {
  const last = events.at(-1);
  if (!last) return;
  try {
    refuseDamaged(events);
    await database.transaction((sql) => projection(sql, events, false));
  } catch (error) {
    if (!(error instanceof ReadSideBehind)) throw error;
    for await (const chunk of store.readStream(last.stream, { from: error.reflected + 1, to: last.revision })) {
      refuseDamaged(chunk);
      await database.transaction((sql) => projection(sql, chunk, false));
    }
  }
}

/** Groups events by stream and keeps their order. */
export function byStream(events: RecordedEvent[]): RecordedEvent[][] {
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const ofStream = streams.get(event.stream);
    if (ofStream) ofStream.push(event);
    else streams.set(event.stream, [event]);
  }
  return [...streams.values()];
}
