import type { Database } from '@probity/persistence/database';
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
 * transaction. Events that are projected already cost a look at their row.
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
          for (const ofStream of byStream(events)) await projectStream(store, database, projection, ofStream);
        },
        end: () => Promise.resolve(),
      }),
  });
}
