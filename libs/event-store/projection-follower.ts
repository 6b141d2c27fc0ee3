import { type Database, isDefiniteFailure, isTransientFailure } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { EventStore, InlineProjection } from './event-store';
import { Follower } from './follower';
import { byStream, projectStream } from './project-stream';

export interface ProjectionFollowerOptions {
  /** the service whose read side it is */
  service: string;
  prefix: string;
  store: EventStore;
  database: Database;
  logger: Logger;
  projection: InlineProjection;
}

/**
 * Projects what a crash left between an append and its projection, where the two are not one
 * transaction. Events that are projected already cost a look at their row. A stream that Postgres refuses
 * for good is reported and passed over, so that it does not hold back the others.
 */
export function projectionFollower(options: ProjectionFollowerOptions): Follower {
  const { service, prefix, store, database, logger, projection } = options;
  return new Follower({
    name: `projection-${service}`,
    prefix,
    store,
    database,
    logger,
    begin: () =>
      Promise.resolve({
        handle: async (events) => {
          for (const ofStream of byStream(events)) {
            try {
              await projectStream(store, database, projection, ofStream);
            } catch (err) {
              if (!isDefiniteFailure(err) || isTransientFailure(err)) throw err;
              logger.error(
                { err, stream: ofStream[0]!.stream },
                'a stream cannot be projected; run "probity ledger verify"',
              );
            }
          }
        },
        end: () => Promise.resolve(),
      }),
  });
}
