import { Injectable } from '@nestjs/common';
import { TENANT_STREAM_PREFIX, type TenantEvent, tenantStream } from '@probity/contracts/tenants/events';
import type { Aggregate } from '@probity/event-store/aggregate';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventStore } from '@probity/event-store/event-store';
import { projectTenantEvents, TENANT_ROW, TENANT_TABLES } from '@probity/read-side/tenants/tenant-projection';
import { TENANT_AUDIT } from '@probity/read-side/tenants/tenant-audit';

/** The stream of a tenant. Decisions read the tenant's currencies, keys and settings from the read side. */
export const TENANT: Aggregate<TenantEvent, TenantEvent> = {
  name: 'tenant',
  kind: 'tenants',
  prefix: TENANT_STREAM_PREFIX,
  stream: tenantStream,
  evolve: (_before, event) => event,
  tenantOf: ({ data }) => data.tenant_id,
  row: TENANT_ROW,
  ownTables: TENANT_TABLES,
  audit: TENANT_AUDIT,
  projection: projectTenantEvents,
  decidesOnReadSide: true,
};

/** Appends to the streams of tenants. */
@Injectable()
export class TenantStream {
  constructor(
    private readonly store: AggregateStore,
    private readonly events: EventStore,
  ) {}

  /** Returns false, and appends nothing, when the tenant exists. */
  async begin(tenantId: string, event: TenantEvent & { id: string }): Promise<boolean> {
    return (await this.store.begin(TENANT, tenantId, { events: [event] })) === undefined;
  }

  /** Whether the event with the id created the tenant. */
  async isBegunBy(tenantId: string, eventId: string): Promise<boolean> {
    for await (const [first] of this.events.readStream(tenantStream(tenantId), { to: 0 })) return first?.id === eventId;
    return false;
  }

  /**
   * Appends the events that `decide` returns, if any. `decide` runs again after a concurrent append, so it must
   * read the state that it decides on. Afterwards the read side of the tenant reflects its stream.
   *
   * @throws Refusal `contention`, `outcome_unknown`
   */
  async append(tenantId: string, decide: () => Promise<TenantEvent | undefined>): Promise<void> {
    await this.store.change(TENANT, tenantId, async () => {
      const event = await decide();
      return event && { events: [event] };
    });
  }
}
