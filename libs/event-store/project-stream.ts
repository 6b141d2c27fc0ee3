import type { Database } from '@probity/persistence/database';
import { sqlState, UNIQUE_VIOLATION } from '@probity/persistence/failures';
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
  const project = async (some: RecordedEvent[]): Promise<void> => {
    refuseDamaged(some);
    await beside(() => database.transaction((sql) => projection(sql, some, false)));
  };
  try {
    await project(events);
  } catch (error) {
    if (!(error instanceof ReadSideBehind)) throw error;
    for await (const chunk of store.readStream(last.stream, { from: error.reflected + 1, to: last.revision }))
      await project(chunk);
  }
}

/**
 * Another process may project the same events at the same time, so that both insert the same row. The other one has
 * committed when this one fails, so the second attempt finds its row.
 */
async function beside(project: () => Promise<void>): Promise<void> {
  try {
    await project();
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    await project();
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
