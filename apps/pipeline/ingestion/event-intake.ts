import { asAnswer } from '@probity/event-store/event-store';
import type { Database } from '@probity/persistence/database';
import { GroupCommit } from '@probity/platform/group-commit';
import { type NewEvent, storeEvents } from './inbox';

const MAX_AT_ONCE = 500;
const MAX_WAITING = 20_000;

/** Accepts events. */
export class EventIntake {
  private readonly stored: GroupCommit<NewEvent>;

  /** @param onStored called after each stored batch */
  constructor(database: Database, onStored: () => void) {
    const limits = { most: MAX_AT_ONCE, mostWaiting: MAX_WAITING };
    this.stored = new GroupCommit((events) => storeEvents(database, events), { ...limits, onStored });
  }

  /**
   * Resolves when the event is durable.
   *
   * @throws Refusal `overloaded`, or `outcome_unknown`
   */
  async take(event: NewEvent): Promise<void> {
    try {
      await this.stored.take(event);
    } catch (error) {
      throw asAnswer(error);
    }
  }

  async close(): Promise<void> {
    await this.stored.close();
  }
}
