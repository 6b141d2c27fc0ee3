import type { Database } from '@probity/persistence/database';
import { isDefiniteFailure, isTransientFailure } from '@probity/persistence/failures';
import { isUnavailable } from '@probity/persistence/unavailable';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import type { Projection } from './aggregate';
import { EventDamaged } from './damaged';
import { type EventStore, ReadSideBehind, type RecordedEvent } from './event-store';
import { Follower } from './follower';
import { PassedOver } from './passed-over';
import { byStream, projectStream } from './project-stream';
import { Troubles } from './troubles';

/** How often a stream is tried when it fails for a reason that a retry may or may not end. */
const MAX_TRIES = 5;

export interface Followed {
  store: EventStore;
  database: Database;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Creates one follower for each projection, without starting it. If an append and its projection are not in one
 * transaction, a crash can leave events without a projection; the followers project these events. For an event that
 * is already projected, a follower only reads a row.
 *
 * No stream stops the others. Events that another program wrote are passed over. So is a stream whose events cannot be
 * projected: its read side stays behind, so its service rejects changes, and the verification of a ledger reports it.
 *
 * @param service the service whose role may save the checkpoints; their names contain its name
 */
export function projectionFollowers(
  service: string,
  projections: readonly Projection[],
  { store, database, logger, metrics }: Followed,
): Follower[] {
  const troubles = new Troubles();
  return projections.map(({ kind, prefix, projection }) => {
    const passedOver = new PassedOver(kind, logger, metrics);
    const tries = new Map<string, number>();
    const project = async (ofStream: RecordedEvent[]): Promise<void> => {
      const { stream } = ofStream[0]!;
      try {
        await projectStream(store, database, projection, ofStream);
      } catch (err) {
        const tried = (tries.get(stream) ?? 0) + 1;
        if (isUnavailable(err) || (!isFinal(err) && tried < MAX_TRIES)) {
          tries.set(stream, tried);
          throw err;
        }
        passedOver.report('damaged', ofStream, err);
      }
      tries.delete(stream);
    };
    const handle = async (events: RecordedEvent[]): Promise<void> => {
      for (const ofStream of byStream(passedOver.withoutForeign(events))) await project(ofStream);
    };
    const begin = () => Promise.resolve({ handle, end: () => Promise.resolve() });
    return new Follower({ name: `projection-${service}-${kind}`, prefix, store, database, logger, troubles, begin });
  });
}

/** Whether the same projection fails again: Postgres rejects it, earlier events are missing, or the data is malformed. */
const isFinal = (error: unknown): boolean =>
  error instanceof ReadSideBehind ||
  error instanceof EventDamaged ||
  error instanceof TypeError ||
  (isDefiniteFailure(error) && !isTransientFailure(error));
