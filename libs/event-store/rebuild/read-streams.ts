import { type EventStore, type RecordedEvent, StreamCutOff } from '../event-store';

/** Streams that are handled at the same time. A chunk of each is in memory: of short streams a few events, of long ones up to 4 MiB. */
const STREAMS_AT_ONCE = 25;
/** For the reads of these streams: most of them share a statement. */
export const READ_CONNECTIONS = 5;

/** Handles the events of each stream in their order, in chunks; some streams as `someAtOnce` does. */
export const eachStream = (
  store: EventStore,
  streams: string[],
  handle: (events: RecordedEvent[]) => Promise<void>,
): Promise<void> =>
  someAtOnce(streams, async (stream) => {
    for await (const events of store.readStream(stream)) await handle(events);
  });

/**
 * Handles some streams at the same time, so that their statements are sent together. After an error it begins no other
 * stream. It ends when no handling is in progress, and throws the first error: that says whether another try can succeed.
 */
export async function someAtOnce(streams: string[], handle: (stream: string) => Promise<void>): Promise<void> {
  const waiting = streams.values();
  let failure: { error: unknown } | undefined;
  const handleSome = async (): Promise<void> => {
    for (const stream of waiting) {
      if (failure) return;
      await handle(stream).catch((error: unknown) => (failure ??= { error }));
    }
  };
  await Promise.all(Array.from({ length: STREAMS_AT_ONCE }, handleSome));
  if (failure) throw failure.error;
}

/** Reads the next item while the caller handles one. A caller that leaves waits for the read that is in progress. */
export async function* ahead<T>(items: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = items[Symbol.asyncIterator]();
  const readNext = (): Promise<IteratorResult<T>> => {
    const next = iterator.next();
    next.catch(() => {}); // it is thrown when the caller wants this item
    return next;
  };
  try {
    for (let next = readNext(); ;) {
      const { done, value } = await next;
      if (done) return;
      next = readNext();
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
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

/** Whether the stream has events, or had some before it was deleted. */
export async function hadEvents(events: EventStore, stream: string): Promise<boolean> {
  try {
    return (await events.lastEvent(stream)) !== undefined;
  } catch (error) {
    if (error instanceof StreamCutOff) return true;
    throw error;
  }
}
