import type { ClaimedDelivery, Room } from './claim';
import { EndpointLoad, FIRST_LIMIT } from './endpoint-load';

/**
 * The maximum number of attempts in progress for all endpoints of a tenant, so that slow receivers leave room for
 * other tenants.
 */
export const MAX_OF_A_TENANT = 250;
/** If the loads of more endpoints are in memory, the loads of idle endpoints are discarded. */
const MAX_REMEMBERED = 2_000;

/** The attempts of this process in progress, by endpoint and tenant, and the room for more. */
export class Loads {
  private readonly endpoints = new Map<string, EndpointLoad>();
  private readonly tenants = new Map<string, number>();
  /** endpoints and tenants whose room is used up, so that more deliveries may be waiting for them */
  private readonly full = new Set<string>();

  /** @param now milliseconds of a monotonic clock */
  room(total: number, now: number): Room {
    return {
      total,
      each: FIRST_LIMIT,
      free: new Map([...this.endpoints].map(([endpointId, load]) => [endpointId, load.free(now)])),
      eachTenant: MAX_OF_A_TENANT,
      freeOfTenants: new Map([...this.tenants].map(([tenantId, count]) => [tenantId, MAX_OF_A_TENANT - count])),
    };
  }

  /** Records which endpoints and tenants have no room left after these deliveries were claimed. */
  claimed(deliveries: ClaimedDelivery[], { each, free, eachTenant, freeOfTenants }: Room): void {
    const counts = new Map<string, number>();
    const count = (id: string): void => void counts.set(id, (counts.get(id) ?? 0) + 1);
    const limits = new Map<string, number>();
    for (const { endpoint_id, tenant_id } of deliveries) {
      count(endpoint_id);
      count(tenant_id);
      limits.set(endpoint_id, free.get(endpoint_id) ?? each);
      limits.set(tenant_id, freeOfTenants.get(tenant_id) ?? eachTenant);
    }
    for (const [id, limit] of limits) {
      if (counts.get(id)! >= limit) this.full.add(id);
      else this.full.delete(id);
    }
  }

  begun({ endpoint_id, tenant_id }: ClaimedDelivery): EndpointLoad {
    let load = this.endpoints.get(endpoint_id);
    if (!load) {
      load = new EndpointLoad();
      this.endpoints.set(endpoint_id, load);
    }
    load.begun();
    this.tenants.set(tenant_id, (this.tenants.get(tenant_id) ?? 0) + 1);
    return load;
  }

  /** Returns whether more deliveries may be waiting for the free room. */
  ended({ endpoint_id, tenant_id }: ClaimedDelivery): boolean {
    const left = this.tenants.get(tenant_id)! - 1;
    if (left === 0) this.tenants.delete(tenant_id);
    else this.tenants.set(tenant_id, left);
    if (this.endpoints.size > MAX_REMEMBERED) this.forgetIdle();
    return this.full.has(endpoint_id) || this.full.has(tenant_id);
  }

  /** The ids of the endpoints whose load is in memory. */
  get remembered(): string[] {
    return [...this.endpoints.keys()];
  }

  forget(endpointId: string): void {
    this.endpoints.delete(endpointId);
    this.full.delete(endpointId);
  }

  private forgetIdle(): void {
    for (const [endpointId, load] of this.endpoints) if (load.isAsNew) this.forget(endpointId);
  }
}
