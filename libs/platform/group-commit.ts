import { Refusal } from './errors';

export interface GroupCommitOptions {
  /** maximum number of items in one batch */
  most: number;
  /** maximum number of items that may wait */
  mostWaiting: number;
  /** how long a batch waits for more items; without it, for those of the same turn of the event loop */
  lingerMs?: number;
  /** called after each batch that was stored */
  onStored?: () => void;
}

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Stores single items in batches, so that they share the cost of a commit. Items that arrive while a batch is being
 * stored go into the next batch.
 */
export class GroupCommit<T, R = void> {
  private waiting: Waiting<T, R>[] = [];
  private running: Promise<void> | undefined;

  /** @param store stores the whole batch or nothing */
  constructor(
    private readonly store: (batch: T[]) => Promise<R>,
    private readonly options: GroupCommitOptions,
  ) {}

  /**
   * Resolves when the item is durable, with the result of its batch.
   *
   * @throws Refusal `overloaded`: the item was not accepted
   */
  take(item: T): Promise<R> {
    if (this.waiting.length >= this.options.mostWaiting) {
      return Promise.reject(
        new Refusal('overloaded', 'overloaded', 'too many items wait to be stored. No changes were made; retry.'),
      );
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.running ??= this.run();
    });
  }

  /** Resolves when every accepted item is stored or has failed. */
  async close(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    const { lingerMs, most } = this.options;
    if (lingerMs === undefined) await new Promise(setImmediate); // items of the same turn of the event loop join
    while (this.waiting.length > 0) {
      if (lingerMs !== undefined) await new Promise((resolve) => setTimeout(resolve, lingerMs));
      await this.storeBatch(this.waiting.splice(0, most));
    }
    this.running = undefined; // without an await after the last check, so that no item is missed
  }

  private async storeBatch(batch: Waiting<T, R>[]): Promise<void> {
    let result: R;
    try {
      result = await this.store(batch.map(({ item }) => item));
    } catch (error) {
      // One item that cannot be stored must not fail the others.
      if (batch.length > 1) await Promise.all(batch.map((waiting) => this.storeBatch([waiting])));
      else batch[0]!.reject(error);
      return;
    }
    for (const { resolve } of batch) resolve(result);
    this.options.onStored?.();
  }
}
