import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { tenantStream } from '@probity/contracts/tenants/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { StreamCutOff } from '@probity/event-store/event-store';
import { InTurn } from '@probity/platform/in-turn';
import { TENANT } from '../tenants/tenant-stream';
import { advance, begun, type TenantInEvents } from './tenant-in-events';

const MAX_KNOWN = 1_000;

/** Reads what the events of tenants say about who decides. Each event is read once; later reads take the new ones. */
@Injectable()
export class TenantHistory {
  private readonly known = new LRUCache<string, TenantInEvents>({ max: MAX_KNOWN });
  private readonly turns = new InTurn();

  constructor(private readonly store: AggregateStore) {}

  /**
   * The tenant after all events that were stored before the call. Do not change it.
   *
   * @throws EventDamaged when an event differs from what Probity wrote: what it says is unknown, also whether it matters
   * @throws StreamCutOff when events that were there are missing, or the tenant has none
   */
  upToNow(tenantId: string): Promise<TenantInEvents> {
    return this.turns.run(tenantId, () => this.read(tenantId));
  }

  /** Whether the stream lacks the event at the revision. Another program may have written the last events. */
  async endsBefore(tenantId: string, revision: number): Promise<boolean> {
    const loaded = await this.store.load(TENANT, tenantId);
    return loaded === undefined || loaded.revision < revision;
  }

  private async read(tenantId: string): Promise<TenantInEvents> {
    let tenant = this.known.get(tenantId);
    const last = tenant?.last;
    let isThere = last === undefined;
    // The last event is read again: a stream without it was cut off.
    for await (const event of this.store.history(TENANT, tenantId, { from: last?.revision ?? 0 })) {
      if (!isThere) {
        if (event.id !== last!.id) break;
        isThere = true;
      } else if (tenant) advance(tenant, event);
      else if ((tenant = begun(event))) this.known.set(tenantId, tenant);
      else break;
    }
    if (tenant && isThere) return tenant;
    const how = last ? `it does not have event ${last.revision} any more` : 'its first events are missing';
    throw new StreamCutOff(tenantStream(tenantId), how);
  }
}
