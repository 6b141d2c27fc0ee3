import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** Shorter work needs no rest: other work gets its turn of the event loop anyway. */
const SHORT_MS = 2;
const LONGEST_REST_MS = 25;

/**
 * Paces synchronous work of the event loop. Pieces that arrive together begin in different turns of the loop, and after
 * a long piece the next one rests as long as that took. So other work gets half of the time, in short intervals.
 */
export class PacedWork {
  private last: Promise<unknown> = Promise.resolve();
  private tookMs = 0;

  /** Resolves when the caller may begin. Its work is what it does until the next turn of the event loop. */
  begin(): Promise<void> {
    const begun = this.last.then(() => this.rest());
    this.last = begun.then(() => this.measure());
    return begun;
  }

  private async rest(): Promise<void> {
    if (this.tookMs > SHORT_MS) await delay(Math.min(this.tookMs, LONGEST_REST_MS));
    else await nextTurn();
  }

  private async measure(): Promise<void> {
    const begun = performance.now();
    await nextTurn();
    this.tookMs = performance.now() - begun;
  }
}
