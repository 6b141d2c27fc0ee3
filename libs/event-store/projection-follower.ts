import { type Database, isDefiniteFailure, isTransientFailure, type Sql } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { EventStore, InlineProjection, RecordedEvent } from './event-store';
import { Follower } from './follower';
import { byStream, projectStream } from './project-stream';

/** A part of a service's read side: the streams with one prefix, and what is made of their events. */
export interface FollowedProjection {
  /** under which it is followed; begins with the name of the service, whose role may keep the checkpoint */
  name: string;
  prefix: string;
  projection: InlineProjection;
}

/** @param project knows the events of these streams, and no others come to it */
export const followedProjection = <Event extends RecordedEvent>(
  name: string,
  prefix: string,
  project: (sql: Sql, events: Event[]) => Promise<void>,
): FollowedProjection => ({ name, prefix, projection: (sql, events) => project(sql, events as Event[]) });

/**
 * One follower for each projection; they wait to be started. They project what a crash left between an
 * append and its projection, where the two are not one transaction. Events that are projected already cost
 * a look at their row. A stream that Postgres refuses for good is reported and passed over, so that it does
 * not hold back the others.
 */
export function projectionFollowers(
  projections: readonly FollowedProjection[],
  { store, database, logger }: { store: EventStore; database: Database; logger: Logger },
): Follower[] {
  return projections.map(({ name, prefix, projection }) => {
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
    return new Follower({ name: `projection-${name}`, prefix, store, database, logger, begin });
  });
}
