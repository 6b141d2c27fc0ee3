import { Injectable } from '@nestjs/common';
import { type TenantEvent, tenantStream } from '@probity/contracts/tenants/events';
import { asAnswer, causedBy, EventStore, NO_STREAM, WrongExpectedRevision } from '@probity/event-store/event-store';
import { newId } from '@probity/platform/ids';
import { projectTenantEvents, type RecordedTenantEvent } from '@probity/read-side/tenants/tenant-projection';

const MAX_TRIES = 20;

/** Appends to the streams of tenants. */
@Injectable()
export class TenantStream {
  constructor(private readonly events: EventStore) {}

  /** @throws WrongExpectedRevision when the tenant exists */
  async begin(tenantId: string, event: TenantEvent, traceparent: string): Promise<void> {
    await this.appendAt(tenantId, NO_STREAM, event, traceparent);
  }

  /**
   * Appends what `decide` answers; nothing when it answers nothing. `decide` runs again when somebody
   * else was faster, so it must read what it decides on.
   */
  async append(tenantId: string, decide: () => Promise<TenantEvent | undefined>, traceparent: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      const last = await this.events.lastEvent(tenantStream(tenantId));
      const event = await decide();
      if (!event) return;
      try {
        return await this.appendAt(tenantId, last?.revision ?? NO_STREAM, event, traceparent);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision) || tries === MAX_TRIES) throw error;
      }
    }
  }

  private async appendAt(tenantId: string, revision: number, event: TenantEvent, traceparent: string): Promise<void> {
    try {
      const identified = { ...event, id: newId(), ...causedBy(traceparent) };
      await this.events.append(tenantStream(tenantId), revision, [identified], (sql, recorded) =>
        projectTenantEvents(sql, recorded as RecordedTenantEvent[]),
      );
    } catch (error) {
      throw asAnswer(error);
    }
  }
}
