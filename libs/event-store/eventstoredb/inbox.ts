import { NoAnswer } from './failures';

/**
 * Items that arrived and were not taken yet. It reports when it is full and when it has room again, so that
 * the producer can wait. It accepts items that arrive meanwhile.
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

  /** Nothing more comes, because of an error if one is given. The first end counts. */
  end(error?: Error): void {
    if (this.over) return;
    this.over = true;
    this.failure = error;
    this.wake?.();
  }

  /**
   * All that is there, or the first that comes; undefined at the end.
   *
   * @param limitMs how long to wait for something; default: for ever
   * @throws NoAnswer when nothing came in that time; or the error it was ended with
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
