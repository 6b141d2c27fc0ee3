import { asAnswer } from '@probity/event-store/event-store';
import type { Refusal } from '@probity/platform/errors';
import { GroupCommit } from '@probity/platform/group-commit';
import { type Ingestion, storeEvents } from './inbox';
import type { NewEvent } from './new-event';
import type { WaitingQuota } from './waiting-quota';

const MAX_AT_ONCE = 500;
const MAX_WAITING = 20_000;

/** Accepts events. */
export class EventIntake {
  private readonly stored: GroupCommit<NewEvent, ReadonlyMap<NewEvent, Refusal>>;

  /** @param onStored called after each stored batch */
  constructor(
    ingestion: Ingestion,
    private readonly quota: WaitingQuota,
    onStored: () => void,
  ) {
    const limits = { most: MAX_AT_ONCE, mostWaiting: MAX_WAITING };
    this.stored = new GroupCommit((events) => storeEvents(ingestion, events, quota), { ...limits, onStored });
  }

  /**
   * Resolves when the event is durable.
   *
   * @throws Refusal `overloaded`, `outcome_unknown`, or `quota_exceeded`
   */
  async take(event: NewEvent): Promise<void> {
    await this.quota.ready(event.tenant_id);
    const refused = await this.stored.take(event).catch((error: unknown) => {
      throw asAnswer(error);
    });
    const refusal = refused.get(event);
    if (refusal) throw refusal;
  }

  async close(): Promise<void> {
    await this.stored.close();
  }
}
