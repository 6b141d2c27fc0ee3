import type { Database } from '@probity/persistence/database';
import { isDefiniteFailure, isTransientFailure } from '@probity/persistence/failures';
import { isUnavailable } from '@probity/persistence/unavailable';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import type { Projection } from './aggregate';
import { EventDamaged } from './damaged';
import { type EventStore, ReadSideBehind, type RecordedEvent } from './event-store';
import { PassedOver } from './passed-over';
import { byStream, projectStream } from './project-stream';

/** How often a stream is tried when it fails for a reason that a retry may or may not end. */
const MAX_TRIES = 5;

export interface Followed {
  store: EventStore;
  database: Database;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Projects stored events of many streams of one kind. For an event that is already projected, it only reads a row.
 *
 * No stream stops the others. Events that another program wrote are passed over. So is a stream whose events cannot be
 * projected: its read side stays behind, so its service rejects changes, and the verification of a ledger reports it.
 */
export class Projector {
  private readonly passedOver: PassedOver;
  private readonly tries = new Map<string, number>();

  constructor(
    private readonly kind: Projection,
    private readonly parts: Followed,
  ) {
    this.passedOver = new PassedOver(kind.kind, parts.logger, parts.metrics);
  }

  /**
   * A stream that fails does not keep the others of these events from being projected.
   *
   * @throws Error when the same events may be projected later: call it again with them
   */
  async project(events: RecordedEvent[]): Promise<void> {
    const own = events.filter(({ stream }) => stream.startsWith(this.kind.prefix));
    const failed: unknown[] = [];
    for (const ofStream of byStream(this.passedOver.withoutForeign(own))) {
      await this.projectOne(ofStream).catch((err: unknown) => {
        if (isUnavailable(err)) throw err;
        failed.push(err);
      });
    }
    if (failed.length > 0) throw failed[0];
  }

  private async projectOne(ofStream: RecordedEvent[]): Promise<void> {
    const { stream } = ofStream[0]!;
    try {
      await projectStream(this.parts.store, this.parts.database, this.kind.projection, ofStream);
    } catch (err) {
      const tried = (this.tries.get(stream) ?? 0) + 1;
      if (isUnavailable(err) || (!isFinal(err) && tried < MAX_TRIES)) {
        this.tries.set(stream, tried);
        throw err;
      }
      this.passedOver.report('damaged', ofStream, err);
    }
    this.tries.delete(stream);
  }
}

/** Whether the same projection fails again: Postgres rejects it, earlier events are missing, or the data is malformed. */
const isFinal = (error: unknown): boolean =>
  error instanceof ReadSideBehind ||
  error instanceof EventDamaged ||
  error instanceof TypeError ||
  (isDefiniteFailure(error) && !isTransientFailure(error));
