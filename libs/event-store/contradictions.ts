import { LRUCache } from 'lru-cache';
import type { Database } from '@probity/persistence/database';

const REPORT = 'SELECT platform.report_contradiction($1, $2)';
const AGAIN_AFTER_MS = 60_000;
const MAX_REMEMBERED = 1_000;

/**
 * Reports objects whose events and read side contradict each other, so that operators get a notice. Their callers get an
 * error in any case. A report that cannot be stored is made again with the next call for the object.
 */
export class Contradictions {
  private readonly reported = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: AGAIN_AFTER_MS });

  constructor(private readonly database: Database) {}

  /** Does nothing if the stream was reported during the last minute. */
  async report(stream: string, detail: string): Promise<void> {
    if (this.reported.has(stream)) return;
    this.reported.set(stream, true);
    try {
      await this.database.query(REPORT, [stream, detail]);
    } catch {
      this.reported.delete(stream); // the error that made the report reaches the log with the caller's request
    }
  }
}
