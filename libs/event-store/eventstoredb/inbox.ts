import { NoAnswer } from './failures';

/**
 * A queue of items that arrived and were not taken yet. It reports when it is full and when it has room again, so that
 * the producer can pause. Items that arrive while it is full are accepted too.
 */
export class Inbox<T> {
  private waiting: T[] = [];
  private failure: Error | undefined;
  private wake: (() => void) | undefined;
  private over = false;

  constructor(
    private readonly capacity: number,
    private readonly onFull: (full: boolean) => void,
  ) {}

  get ended(): boolean {
    return this.over;
  }

  put(item: T): void {
    if (this.over) return;
    this.waiting.push(item);
    if (this.waiting.length === this.capacity) this.onFull(true);
    this.wake?.();
  }

  /** Accepts no more items. After the last item, `take` throws the error, if one is given. Later calls do nothing. */
  end(error?: Error): void {
    if (this.over) return;
    this.over = true;
    this.failure = error;
    this.wake?.();
  }

  /**
   * Takes all waiting items. If there are none, waits for the next one. Returns undefined at the end.
   *
   * @param limitMs how long to wait for an item; default: without a limit
   * @throws NoAnswer when no item arrived in that time; or the error that was passed to `end`
   */
  async take(limitMs?: number): Promise<T[] | undefined> {
    if (this.waiting.length === 0 && !this.over) await this.somethingHappens(limitMs);
    if (this.waiting.length > 0) {
      const taken = this.waiting;
      this.waiting = [];
      if (taken.length >= this.capacity) this.onFull(false);
      return taken;
    }
    if (this.failure) throw this.failure;
    if (!this.over) throw new NoAnswer();
    return undefined;
  }

  private somethingHappens(limitMs: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const limit = limitMs === undefined ? undefined : setTimeout(() => this.wake?.(), Math.max(limitMs, 0));
      this.wake = () => {
        clearTimeout(limit);
        this.wake = undefined;
        resolve();
      };
    });
  }
}
