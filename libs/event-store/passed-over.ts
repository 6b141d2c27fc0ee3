import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { shown } from '@probity/platform/shown';
import type { RecordedEvent } from './event-store';

/** Streams that are reported one by one. Of more streams, only the metric tells. */
const MAX_REPORTED_STREAMS = 100;

/**
 * Why an event is passed over. `foreign`: another program wrote it. `damaged`: Probity may have written it, but it
 * cannot be handled.
 */
export type WhyPassedOver = 'foreign' | 'damaged';

const ADVICE: Record<WhyPassedOver, string> = {
  foreign: 'another program wrote events into a stream of Probity; they are passed over. Deny it the right to write',
  damaged: 'a stream cannot be handled and is passed over; run "probity ledger verify" if it belongs to a ledger',
};

/** Counts the events that a follower passes over, and logs each stream once. */
export class PassedOver {
  private readonly reported = new Set<string>();

  constructor(
    /** what the follower follows, in plural, such as `ledgers` */
    private readonly kind: string,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Returns the events that Probity wrote. */
  withoutForeign(events: RecordedEvent[]): RecordedEvent[] {
    const foreign = events.filter(({ isForeign }) => isForeign);
    if (foreign.length === 0) return events;
    for (const event of foreign) this.report('foreign', [event]);
    return events.filter(({ isForeign }) => !isForeign);
  }

  /**
   * @param events of one stream
   * @param advice what the log says; default: that a whole stream is passed over
   */
  report(why: WhyPassedOver, events: RecordedEvent[], err?: unknown, advice = ADVICE[why]): void {
    this.metrics.countPassedOver(this.kind, why, events.length);
    const { stream, type, revision } = events[0]!;
    const concern = `${why} ${shown(stream)}`;
    if (this.reported.has(concern) || this.reported.size >= MAX_REPORTED_STREAMS) return;
    this.reported.add(concern);
    this.logger.error({ err, stream: shown(stream), type: shown(type), revision }, advice);
  }
}
