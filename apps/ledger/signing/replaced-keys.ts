import { type CommitChained, ledgerStream } from '@probity/contracts/ledger/events';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';
import type { RecordedKey } from './signing-key-events';

/** A key that replaced another one. */
export type LaterKey = Pick<RecordedKey, 'signing_key_id' | 'after_revision'>;

/**
 * The first commit that one of the later keys signed; undefined when there is none up to the revision `to`. From it on,
 * nothing may be signed with the keys before. Reads only what was appended since the next key was created.
 *
 * @param later the keys that replaced a key, the next first
 */
export async function replacingCommit(
  events: EventStore,
  ledgerId: string,
  later: LaterKey[],
  to: number,
): Promise<RecordedEvent | undefined> {
  const [next] = later;
  if (!next || next.after_revision >= to) return undefined;
  const ids = later.map((key) => key.signing_key_id);
  for await (const chunk of events.readStream(ledgerStream(ledgerId), { from: next.after_revision + 1, to })) {
    const found = chunk.find((event) => event.type === 'CommitChained' && ids.includes(keyNamedIn(event)));
    if (found) return found;
  }
  return undefined;
}

/** The key that an event says it was signed with; any text when it was changed. */
export const keyNamedIn = ({ data }: RecordedEvent): string =>
  String((data as Partial<CommitChained> | undefined)?.signing_key_id);
