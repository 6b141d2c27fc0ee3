import { LRUCache } from 'lru-cache';
import { type CaseFilePartStored, caseFileStream } from '@probity/contracts/case-files/events';
import { caseStream } from '@probity/contracts/cases/events';
import { customerStream } from '@probity/contracts/customers/events';
import { SEALED_FACTS } from '@probity/contracts/personal-data/sealed-facts';
import { isUuid } from '@probity/platform/ids';
import { EventDamaged } from '../damaged';
import type { EventStore, RecordedEvent } from '../event-store';

const MAX_KEPT = 10_000;

/**
 * Tells whether events say that a key was destroyed. A key is a row only: the owner of the database can destroy it
 * without an erasure, and the events that it sealed then read as erased.
 *
 * Not guaranteed: that the keys of signals of providers and of backtests were destroyed by Probity.
 */
export class RecordedErasures {
  private readonly known = new LRUCache<string, boolean>({ max: MAX_KEPT });

  /** @param events with MACs that are checked, so that a forged erasure has no data */
  constructor(private readonly events: EventStore) {}

  /** @throws EventDamaged when an event reads as erased, and no event says why its key was destroyed */
  async refuseUnrecorded(events: readonly RecordedEvent[]): Promise<void> {
    for (const event of events) {
      if (event.isErased && !(await this.isRecorded(event)))
        throw new EventDamaged(event, 'reads as erased, and no event says that its content was erased');
    }
  }

  private async isRecorded({ type, data }: RecordedEvent): Promise<boolean> {
    const fact = SEALED_FACTS.get(type);
    const named = data as { customer_id: unknown };
    if (fact?.subject === 'customer') return this.isErased(named.customer_id);
    if (fact?.subject === 'case_file') return this.isFileErased(data as CaseFilePartStored);
    return true;
  }

  private isErased(customer: unknown): Promise<boolean> {
    return this.once(customer, (id) => this.has(customerStream(id), 'CustomerErased', 'customer_id', id));
  }

  /** The file was removed from its case, its upload was given up, or its customer was erased. */
  private isFileErased({ file_id, case_id, customer_id }: CaseFilePartStored): Promise<boolean> {
    return this.once(file_id, async (id) => {
      if (isUuid(case_id) && (await this.has(caseStream(case_id), 'CaseFileRemoved', 'file_id', id))) return true;
      const last = await this.events.lastEvent(caseFileStream(id));
      return (last && says(last, 'CaseFileForgotten', 'file_id', id)) || this.isErased(customer_id);
    });
  }

  private async once(id: unknown, find: (id: string) => Promise<boolean>): Promise<boolean> {
    if (!isUuid(id)) return false;
    const found = this.known.get(id) ?? (await find(id));
    this.known.set(id, found);
    return found;
  }

  private async has(stream: string, type: string, idField: string, id: string): Promise<boolean> {
    for await (const chunk of this.events.readStream(stream))
      if (chunk.some((event) => says(event, type, idField, id))) return true;
    return false;
  }
}

/** An event that is not authentic has no data. */
const says = ({ type, data, isForeign }: RecordedEvent, wanted: string, idField: string, id: string): boolean =>
  type === wanted && !isForeign && (data as Record<string, unknown> | null | undefined)?.[idField] === id;
