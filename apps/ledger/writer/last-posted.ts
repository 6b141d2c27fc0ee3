import { ledgerStream } from '@probity/contracts/ledger/events';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';

/** Whether it is a transaction of the ledger, and not an event that another program wrote. */
export const isPosted = ({ type, isForeign }: RecordedEvent): boolean => type === 'TransactionPosted' && !isForeign;

/**
 * The last transaction at or before a revision; undefined when there is none. Events of other types may follow the
 * transaction, so the search goes backwards in growing steps.
 */
export async function lastPosted(
  events: EventStore,
  ledgerId: string,
  revision: number,
): Promise<RecordedEvent | undefined> {
  let to = revision;
  for (let step = 1; to >= 0; step *= 10) {
    const from = Math.max(0, to - step + 1);
    let found: RecordedEvent | undefined;
    for await (const chunk of events.readStream(ledgerStream(ledgerId), { from, to })) {
      found = chunk.findLast(isPosted) ?? found;
    }
    if (found) return found;
    to = from - 1;
  }
  return undefined;
}

const MAX_STEP = 500;

/**
 * The first transaction at or after a revision; undefined when there is none. An event may have a megabyte, and the
 * next one is usually a transaction, so the search goes forwards in growing steps.
 */
export async function nextPosted(
  events: EventStore,
  ledgerId: string,
  revision: number,
): Promise<RecordedEvent | undefined> {
  let from = revision;
  for (let step = 1; ; step = Math.min(step * 10, MAX_STEP)) {
    let read = 0;
    for await (const chunk of events.readStream(ledgerStream(ledgerId), { from, to: from + step - 1 })) {
      const found = chunk.find(isPosted);
      if (found) return found;
      read += chunk.length;
    }
    if (read < step) return undefined;
    from += step;
  }
}
