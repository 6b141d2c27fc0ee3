import type { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import { asAnswer } from '@probity/event-store/event-store';
import { type NewEvent, storeEvents } from './inbox';

const MAX_BATCH = 500;
const MAX_WAITING = 20_000;

interface Waiting {
  event: NewEvent;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Takes events in: what arrives while a batch is being stored is stored with the next one, so that
 * the cost of a commit is shared, and one that comes alone does not wait.
 */
export class EventIntake {
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;

  /**
   * @param onStored called after each batch that was stored
   */
  constructor(
    private readonly database: Database,
    private readonly onStored: () => void,
  ) {}

  /** Resolves when the event is durable. */
  take(event: NewEvent): Promise<void> {
    if (this.waiting.length >= MAX_WAITING) {
      return Promise.reject(new Refusal('overloaded', 'overloaded', 'too many events are waiting; send it again'));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ event, resolve, reject });
      this.running ??= this.run().finally(() => (this.running = undefined));
    });
  }

  async close(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    await new Promise(setImmediate); // what else arrives in this turn of the event loop comes along
    while (this.waiting.length > 0) await this.store(this.waiting.splice(0, MAX_BATCH));
  }

  private async store(batch: Waiting[]): Promise<void> {
    try {
      await storeEvents(
        this.database,
        batch.map(({ event }) => event),
      );
    } catch (error) {
      // Nobody else's event is at fault when one cannot be stored.
      if (batch.length > 1) await Promise.all(batch.map((waiting) => this.store([waiting])));
      else batch[0]!.reject(asAnswer(error));
      return;
    }
    for (const { resolve } of batch) resolve();
    this.onStored();
  }
}
