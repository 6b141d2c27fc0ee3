import { type Database, isDefiniteFailure, isTransientFailure } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Projection } from './aggregate';
import type { EventStore, RecordedEvent } from './event-store';
import { Follower } from './follower';
import { byStream, projectStream } from './project-stream';

/**
 * One follower for each projection; they wait to be started. They project what a crash left between an
 * append and its projection, where the two are not one transaction. Events that are projected already cost
 * a look at their row. A stream that Postgres refuses for good is reported and passed over, so that it does
 * not hold back the others.
 *
 * @param service whose role may keep the checkpoints; their names begin with its name
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
          logger.error({ err, stream }, 'a stream cannot be projected; run "probity ledger verify"');
        }
      }
    };
    const begin = () => Promise.resolve({ handle, end: () => Promise.resolve() });
    return new Follower({ name: `projection-${service}-${kind}`, prefix, store, database, logger, begin });
  });
}
