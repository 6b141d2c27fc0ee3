import { closeSync, openSync, readSync } from 'node:fs';

/** Nanoseconds for which this thread has run, nanoseconds for which it has waited, and how often it ran. */
const RUN_TIME = '/proc/thread-self/schedstat';
const MAX_BYTES = 64;

/**
 * Counts the milliseconds for which its thread has run. What a thread waits for, while others have the processor, is
 * not its own work. `now` is cheap and counts such waits until the next `look`; so it is never behind the true time.
 *
 * Linux says how long a thread has run, up to 4 ms late. On other systems, this is a clock that also counts waits.
 */
export class ThreadClock {
  private ran = 0;
  private lookedAt = 0;
  private readonly bytes = Buffer.alloc(MAX_BYTES);
  private readonly file: number | undefined;

  /** @param path a file with the nanoseconds for which this thread has run; without it, waits count too */
  constructor(path: string) {
    const file = opened(path);
    if (file === undefined) return;
    // A kernel that does not count says 0: a clock that stands still would never end a rule.
    if (this.nanoseconds(file) > 0) this.file = file;
    else closeSync(file);
  }

  now(): number {
    return this.ran + performance.now() - this.lookedAt;
  }

  /** Asks the system, which takes about 2 µs. */
  look(): void {
    this.ran = this.readRan();
    this.lookedAt = performance.now();
  }

  /** Looks first if the last look was at least so long ago. */
  nowAtMostBehind(ms: number): number {
    const now = performance.now();
    if (now - this.lookedAt < ms) return this.ran + now - this.lookedAt;
    this.look();
    return this.now();
  }

  private readRan(): number {
    return this.file === undefined ? performance.now() : this.nanoseconds(this.file) / 1e6;
  }

  private nanoseconds(file: number): number {
    const length = readSync(file, this.bytes, 0, MAX_BYTES, 0);
    return Number.parseInt(this.bytes.toString('latin1', 0, length), 10);
  }
}

/** The link leads to the thread that opens it; it stays with that thread. */
function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

/** of this thread */
export const threadClock = new ThreadClock(RUN_TIME);
