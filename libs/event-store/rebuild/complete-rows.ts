import type { RebuildProgress } from '@probity/contracts/projections/views';
import type { Database, Lock, Sql } from '@probity/persistence/database';
import { isTransientFailure } from '@probity/persistence/failures';
import { isUnavailable } from '@probity/persistence/unavailable';
import { refuseDamaged } from '../damaged';
import type { EventStore, RecordedEvent } from '../event-store';
import type { RebuildParts } from './rebuild-parts';

/** Rows that a rebuild only completes. */
export interface Completed {
  kind: string;
  /** of the names of the streams */
  prefix: string;
  /**
   * Looks at the events before any of them is projected. It returns a function that completes rows, and has no effect for an
   * event that is projected already.
   */
  begin: (events: EventStore) => Promise<(sql: Sql, events: RecordedEvent[]) => Promise<void>>;
  /** after all events; its statements may take long */
  end: (database: Database) => Promise<void>;
}

/** Projects events in the order of the log, those of one read in a transaction. Yields its progress after each. */
export async function* completeRows(
  { kind, prefix, begin, end }: Completed,
  { events, database, logger }: RebuildParts,
  lock: Lock,
): AsyncGenerator<RebuildProgress> {
  const project = await begin(events);
  const soFar = { kind, streams: 0, streams_done: 0, events: 0, failed: 0 };
  const together = async (some: RecordedEvent[]): Promise<void> => {
    refuseDamaged(some);
    await database.transaction((sql) => project(sql, some));
  };
  const oneByOne = async (some: RecordedEvent[]): Promise<void> => {
    for (const event of some) {
      await together([event]).catch((err: unknown) => {
        if (isUnavailable(err) || isTransientFailure(err)) throw err;
        soFar.failed++;
        logger.error({ err, stream: event.stream }, 'a stream cannot be projected; its rows stay as they are');
      });
    }
  };
  const signal = new AbortController();
  for await (const { events: read } of events.readToEnd(prefix, undefined, signal.signal)) {
    const own = read.filter(({ isForeign }) => !isForeign);
    await together(own).catch((err: unknown) => {
      if (isUnavailable(err)) throw err;
      return oneByOne(own);
    });
    if (lock.lost.aborted) throw new Error('the lock of the rebuild was lost; another one may run');
    soFar.events += own.length;
    soFar.streams = soFar.streams_done = soFar.events;
    yield { ...soFar, done: false };
  }
  await end(database);
  yield { ...soFar, done: true };
}
