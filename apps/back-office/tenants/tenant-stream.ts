import { Injectable } from '@nestjs/common';
import { TENANT_STREAM_PREFIX, type TenantEvent, tenantStream } from '@probity/contracts/tenants/events';
import type { Aggregate, Projection } from '@probity/event-store/aggregate';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { projectTenantEvents } from '@probity/read-side/tenants/tenant-projection';

/** The stream of a tenant. Decisions read the tenant's currencies, keys and settings from the read side. */
const TENANT: Aggregate<TenantEvent, TenantEvent> = {
  name: 'tenant',
  kind: 'tenants',
  prefix: TENANT_STREAM_PREFIX,
  stream: tenantStream,
  evolve: (_before, event) => event,
  tenantOf: ({ data }) => data.tenant_id,
  projection: projectTenantEvents,
  decidesOnReadSide: true,
};

/** The projections of the back office's streams. */
export const PROJECTIONS: Projection[] = [TENANT];

/** Appends to the streams of tenants. */
@Injectable()
export class TenantStream {
  constructor(private readonly store: AggregateStore) {}

  /** Returns false, and appends nothing, when the tenant exists. */
  async begin(tenantId: string, event: TenantEvent): Promise<boolean> {
    return (await this.store.begin(TENANT, tenantId, { events: [event] })) === undefined;
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
