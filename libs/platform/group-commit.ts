import { Refusal } from './errors';

export interface GroupCommitOptions {
  /** in one batch */
  most: number;
  /** more than this many may not wait */
  mostWaiting: number;
  /** called after each batch that was stored */
  onStored?: () => void;
}

interface Waiting<T> {
  item: T;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Stores things that come one by one in batches: what arrives while a batch is being stored is stored with
 * the next one, so that the cost of a commit is shared, and one that comes alone does not wait.
 */
export class GroupCommit<T> {
  private waiting: Waiting<T>[] = [];
  private running: Promise<void> | undefined;

  /** @param store stores all of a batch or nothing */
  constructor(
    private readonly store: (batch: T[]) => Promise<void>,
    private readonly options: GroupCommitOptions,
  ) {}

  /**
   * Resolves when the item is durable.
   *
   * @throws Refusal `overloaded`: it was not taken
   */
  take(item: T): Promise<void> {
    if (this.waiting.length >= this.options.mostWaiting) {
      return Promise.reject(new Refusal('overloaded', 'overloaded', 'too much is waiting to be stored; send it again'));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.running ??= this.run();
    });
  }

  /** Resolves when all that was taken is stored, or has failed. */
  async close(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    await new Promise(setImmediate); // what else arrives in this turn of the event loop comes along
    while (this.waiting.length > 0) await this.storeBatch(this.waiting.splice(0, this.options.most));
    this.running = undefined; // in the turn of the last look, so that nothing is added unseen
  }

  private async storeBatch(batch: Waiting<T>[]): Promise<void> {
    try {
      await this.store(batch.map(({ item }) => item));
    } catch (error) {
      // Nobody else's is at fault when one cannot be stored.
      if (batch.length > 1) await Promise.all(batch.map((waiting) => this.storeBatch([waiting])));
      else batch[0]!.reject(error);
      return;
    }
    for (const { resolve } of batch) resolve();
    this.options.onStored?.();
  }
}
