import { LRUCache } from 'lru-cache';
import { customerStream } from '@probity/contracts/customers/customer-fact';
import type { CustomerErased } from '@probity/contracts/customers/events';
import { SEALED_FACTS } from '@probity/contracts/personal-data/sealed-facts';
import { isUuid } from '@probity/platform/ids';
import { EventDamaged } from '../damaged';
import type { EventStore, RecordedEvent } from '../event-store';

const MAX_KEPT = 10_000;
const ERASURE: { type: string; idField: keyof CustomerErased } = { type: 'CustomerErased', idField: 'customer_id' };

/**
 * Tells whether the erasure of a customer is in the events of the customer. A destroyed key is a row only: the owner of
 * the database can destroy it without an erasure, and the events of the customer then read as erased.
 *
 * Not guaranteed: that the keys of signals of providers, backtests and files of cases were destroyed by Probity.
 */
export class RecordedErasures {
  private readonly known = new LRUCache<string, boolean>({ max: MAX_KEPT });

  /** @param events with MACs that are checked, so that a forged erasure has no data */
  constructor(private readonly events: EventStore) {}

  /** @throws EventDamaged when an event reads as erased, and its customer was not erased */
  async refuseUnrecorded(events: readonly RecordedEvent[]): Promise<void> {
    for (const event of events) {
      const customer = event.isErased && erasedCustomer(event);
      if (customer && !(await this.has(customer)))
        throw new EventDamaged(event, 'reads as erased, and no event says that its customer was erased');
    }
  }

  private async has(customer: string): Promise<boolean> {
    const known = this.known.get(customer);
    if (known !== undefined) return known;
    const found = await this.find(customer);
    this.known.set(customer, found);
    return found;
  }

  private async find(customer: string): Promise<boolean> {
    const isErasure = ({ type, data, isForeign }: RecordedEvent): boolean =>
      type === ERASURE.type && !isForeign && (data as CustomerErased | undefined)?.[ERASURE.idField] === customer;
    for await (const chunk of this.events.readStream(customerStream(customer))) if (chunk.some(isErasure)) return true;
    return false;
  }
}

/** The customer whose key sealed the event; undefined when it is another key. */
function erasedCustomer({ type, data }: RecordedEvent): string | undefined {
  const fact = SEALED_FACTS.get(type);
  if (fact?.subject !== 'customer') return undefined;
  const id = (data as Record<string, unknown>)[fact.subjectField];
  return isUuid(id) ? id : undefined;
}
