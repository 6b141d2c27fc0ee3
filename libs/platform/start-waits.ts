import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './logging';

/** Work that ends sooner is not logged, so that a start without problems logs no waits. */
const REPORT_AFTER_MS = 250;
const REPORT_EVERY_MS = 5_000;
/** Services that start at the same time wait a moment for each other. That needs no attention. */
const WARN_AFTER_S = 3;

/** The start was ended by a signal before the service was ready. */
export class StartEnded extends Error {
  constructor() {
    super('the start was ended by a signal');
    this.name = 'StartEnded';
  }
}

/** The level of the log line about a wait that has taken so many seconds. */
export const levelOfWait = (seconds: number): 'info' | 'warn' => (seconds < WARN_AFTER_S ? 'info' : 'warn');

/**
 * Waits for other systems during the start of a service. A wait that takes time is logged, and again every five
 * seconds: as information at first, as a warning when it lasts.
 *
 * Not guaranteed: that the work itself stops when the signal is aborted. It continues until the process ends.
 */
export class StartWaits {
  constructor(
    private readonly logger: Logger,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * @param what the name of the other system in the log line "waiting for …"
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
        this.logger[levelOfWait(seconds)]({ waiting_for: what, seconds }, `waiting for ${what}`);
        await delay(REPORT_EVERY_MS, undefined, { signal: done });
      }
    } catch {
      // the wait is over
    }
  }
}
