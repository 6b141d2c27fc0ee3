import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './logging';

/** Work that ends sooner is not reported: a start on a healthy system logs no waits. */
const REPORT_AFTER_MS = 250;
const REPORT_EVERY_MS = 5_000;

/** The start was ended by a signal before the service was ready. */
export class StartEnded extends Error {
  constructor() {
    super('the start was ended by a signal');
    this.name = 'StartEnded';
  }
}

/**
 * Waits of a start for other systems. Each is logged when it begins to take time, and every five seconds.
 *
 * Not guaranteed: that the work itself stops on a signal. It goes on until the process ends.
 */
export class StartWaits {
  constructor(
    private readonly logger: Logger,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * @param what completes "waiting for …"
   * @throws StartEnded when the signal is aborted first
   */
  async until<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (this.signal.aborted) throw new StartEnded();
    const done = new AbortController();
    const ended = new Promise<never>((_resolve, reject) => {
      this.signal.addEventListener('abort', () => reject(new StartEnded()), { once: true, signal: done.signal });
    });
    void this.report(what, done.signal);
    try {
      return await Promise.race([work(), ended]);
    } finally {
      done.abort();
    }
  }

  private async report(what: string, done: AbortSignal): Promise<void> {
    const begun = performance.now();
    try {
      await delay(REPORT_AFTER_MS, undefined, { signal: done });
      for (;;) {
        const seconds = Math.round((performance.now() - begun) / 1000);
        this.logger.warn({ waiting_for: what, seconds }, `waiting for ${what}`);
        await delay(REPORT_EVERY_MS, undefined, { signal: done });
      }
    } catch {
      // the wait is over
    }
  }
}
