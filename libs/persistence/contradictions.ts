import { LRUCache } from 'lru-cache';
import type { Database } from './database';

const REPORT = 'SELECT platform.report_contradiction($1, $2)';
const AGAIN_AFTER_MS = 60_000;
const MAX_REMEMBERED = 1_000;

/**
 * Reports objects whose events and read side contradict each other, so that operators get a notice. Their callers get an
 * error in any case. A report that cannot be stored is made again with the next call for the object.
 */
export class Contradictions {
  private readonly reported: LRUCache<string, true>;

  /** @param againAfterMs for so long, an object that was reported is not reported again */
  constructor(
    private readonly database: Database,
    againAfterMs = AGAIN_AFTER_MS,
  ) {
    this.reported = new LRUCache({ max: MAX_REMEMBERED, ttl: againAfterMs });
  }

  /**
   * Does nothing if the stream was reported a short time ago.
   *
   * @param error what the caller gets; if the report cannot be stored, the reason becomes its cause, for the log
   */
  async report(error: Error, stream: string, detail: string): Promise<void> {
    if (this.reported.has(stream)) return;
    this.reported.set(stream, true);
    try {
      await this.database.query(REPORT, [stream, detail]);
    } catch (failure) {
      this.reported.delete(stream);
      error.cause ??= failure;
    }
  }
}
