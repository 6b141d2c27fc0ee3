import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { FairQueue } from './fair-queue';

/** Shorter work needs no rest: other work gets its turn of the event loop anyway. */
const SHORT_MS = 2;
const LONGEST_REST_MS = 25;
/** Code that has hardly run is slow, and the code of other work then is, too. */
const COLD_PIECES = 40;
const COLD_FACTOR = 4;

/**
 * Paces synchronous work of the event loop. Pieces begin in different turns of the loop, and after a long piece the next
 * one rests as long as that took. So other work gets half of the time, in short intervals. Owners take turns by the
 * time that their work took. What continues in the same turn of the loop when a piece is done counts, too. After the
 * start, the first pieces rest longer: other work gets four fifths of the time.
 */
export class PacedWork {
  private readonly waiting = new FairQueue<() => void>();
  private isRunning = false;
  private tookMs = 0;
  private endedAt = -Infinity;
  private pieces = 0;

  /** Does the work when it is its turn. Resolves with its result, and rejects with its error. */
  run<Result>(owner: string, work: () => Result): Promise<Result> {
    return new Promise((resolve) => {
      this.waiting.push(owner, () => resolve(new Promise((settle) => settle(work())))); // rejects when the work throws
      if (!this.isRunning) void this.runWaiting();
    });
  }

  private async runWaiting(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.size > 0) {
      const leftMs = this.restMs() - (performance.now() - this.endedAt);
      if (leftMs > 0) await delay(leftMs);
      const { owner, item } = this.waiting.take()!;
      const begun = performance.now();
      item();
      await nextTurn();
      this.endedAt = performance.now();
      this.tookMs = this.endedAt - begun;
      this.waiting.charge(owner, this.tookMs);
      this.pieces++;
    }
    this.isRunning = false;
  }

  private restMs(): number {
    if (this.tookMs <= SHORT_MS) return 0;
    const factor = this.pieces <= COLD_PIECES ? COLD_FACTOR : 1;
    return factor * Math.min(this.tookMs, LONGEST_REST_MS);
  }
}
