import type { EventStore, RecordedEvent } from '../event-store';

/** Streams that are read at the same time. */
export const READS_AT_ONCE = 5;

/**
 * Handles the events of each stream in their order, in chunks. Some streams are handled at the same time, so that they
 * share the round trips; a chunk of each is in memory. Ends when no handling is in progress, also after an error.
 */
export async function eachStream(
  store: EventStore,
  streams: string[],
  handle: (events: RecordedEvent[]) => Promise<void>,
): Promise<void> {
  const waiting = streams.values();
  let failed = false;
  const handleSome = async (): Promise<void> => {
    for (const stream of waiting) {
      try {
        for await (const events of store.readStream(stream)) {
          if (failed) return;
          await handle(events);
        }
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: READS_AT_ONCE }, handleSome));
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
}

export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
