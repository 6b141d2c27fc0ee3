import { type Database, isDefiniteFailure, isTransientFailure } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Projection } from './aggregate';
import type { EventStore, RecordedEvent } from './event-store';
import { Follower } from './follower';
import { byStream, projectStream } from './project-stream';

/**
 * Creates one follower for each projection, without starting it. If an append and its projection are not in one
 * transaction, a crash can leave events without a projection; the followers project these events. For an event that
 * is already projected, a follower only reads a row. If Postgres rejects the projection of a stream permanently, the
 * follower logs an error and skips the stream, so that other streams are not delayed.
 *
 * @param service the service whose role may save the checkpoints; their names contain its name
 */
export function projectionFollowers(
  service: string,
  projections: readonly Projection[],
  { store, database, logger }: { store: EventStore; database: Database; logger: Logger },
): Follower[] {
  return projections.map(({ kind, prefix, projection }) => {
    const handle = async (events: RecordedEvent[]): Promise<void> => {
      for (const ofStream of byStream(events)) {
        try {
          await projectStream(store, database, projection, ofStream);
        } catch (err) {
          if (!isDefiniteFailure(err) || isTransientFailure(err)) throw err;
          const { stream } = ofStream[0]!;
          logger.error({ err, stream }, 'a stream cannot be projected and is skipped; run "probity ledger verify"');
        }
      }
    };
    const begin = () => Promise.resolve({ handle, end: () => Promise.resolve() });
    return new Follower({ name: `projection-${service}-${kind}`, prefix, store, database, logger, begin });
  });
}
