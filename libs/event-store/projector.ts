import { Contradictions } from '@probity/persistence/contradictions';
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
 * projected: its read side stays behind, so its service rejects changes, and operators get a notice.
 */
export class Projector {
  private readonly passedOver: PassedOver;
  private readonly contradictions: Contradictions;
  private readonly tries = new Map<string, number>();

  constructor(
    private readonly kind: Projection,
    private readonly parts: Followed,
  ) {
    this.passedOver = new PassedOver(kind.kind, parts.logger, parts.metrics);
    this.contradictions = new Contradictions(parts.database);
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
      await this.projectTogether(ofStream);
    } catch (err) {
      const tried = (this.tries.get(stream) ?? 0) + 1;
      if (isUnavailable(err) || (!isFinal(err) && tried < MAX_TRIES)) {
        this.tries.set(stream, tried);
        throw err;
      }
      await this.projectSound(ofStream, err);
    }
    this.tries.delete(stream);
  }

  /** Projects the events before the first one that cannot be projected, and reports the others. */
  private async projectSound(ofStream: RecordedEvent[], together: unknown): Promise<void> {
    let failure = together;
    let sound = 0;
    if (ofStream.length > 1) {
      try {
        for (const event of ofStream) {
          await this.projectTogether([event]);
          sound++;
        }
        return;
      } catch (err) {
        if (isUnavailable(err)) throw err;
        failure = err;
      }
    }
    this.passedOver.report('damaged', ofStream.slice(sound), failure);
    const error = failure instanceof Error ? failure : new Error(String(failure));
    await this.contradictions.report(error, ofStream[0]!.stream, error.message);
  }

  private projectTogether(ofStream: RecordedEvent[]): Promise<void> {
    return projectStream(this.parts.store, this.parts.database, this.kind.projection, ofStream);
  }
}

/** Whether the same projection fails again: Postgres rejects it, earlier events are missing, or the data is malformed. */
const isFinal = (error: unknown): boolean =>
  error instanceof ReadSideBehind ||
  error instanceof EventDamaged ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  (isDefiniteFailure(error) && !isTransientFailure(error));
