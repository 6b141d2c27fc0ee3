import type { Job, LedgerWrite } from './ledger-write';

const MAX_QUEUED = 20_000;
/** Some event stores limit an append to 1 MiB. A batch stays well below this limit unless one posting is larger. */
const MAX_BATCH_BYTES = 512 * 1024;
const MAX_BATCH_WRITES = 1_000;

/** Work that runs while nothing is written. */
export type ExclusiveWork = () => Promise<void>;

/** The waiting writes of a ledger, in the order of their arrival. */
export class WriteQueue {
  private readonly waiting: (Job | ExclusiveWork)[] = [];

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  get isFull(): boolean {
    return this.waiting.length >= MAX_QUEUED;
  }

  push(next: Job | ExclusiveWork): void {
    this.waiting.push(next);
  }

  /** Takes as many writes from the start of the queue as fit into one append; none when exclusive work is next. */
  takeBatch(): Job[] {
    const batch: Job[] = [];
    let bytes = 0;
    while (this.waiting.length > batch.length && batch.length < MAX_BATCH_WRITES) {
      const next = this.waiting[batch.length]!;
      if (typeof next === 'function') break;
      bytes += next.write.approximateBytes;
      if (batch.length > 0 && bytes > MAX_BATCH_BYTES) break;
      batch.push(next);
    }
    this.waiting.splice(0, batch.length);
    return batch;
  }

  /** Puts writes of the last batch back to the start. */
  putBack(writes: Job[]): void {
    this.waiting.unshift(...writes);
  }

  takeExclusiveWork(): ExclusiveWork {
    return this.waiting.shift() as ExclusiveWork;
  }

  /** The writes that may be in the next batch. */
  *nextWrites(): Generator<LedgerWrite<unknown>> {
    const count = Math.min(this.waiting.length, MAX_BATCH_WRITES);
    for (let index = 0; index < count; index++) {
      const next = this.waiting[index]!;
      if (typeof next !== 'function') yield next.write;
    }
  }
}
