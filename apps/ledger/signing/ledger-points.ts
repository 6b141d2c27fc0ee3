import type { CommitChained } from '@probity/contracts/ledger/events';
import { ledgerStream } from '@probity/contracts/ledger/events';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';
import { chained, hashedText } from '@probity/ledger-verification/event-chain';
import { isLedgerEvent } from '../verification/event-shape';
import type { LedgerPoint } from './signing-key-events';
import type { SigningKeys } from './signing-keys';

/** The point at a commit, as the commit says it; undefined for another event. Checks no signature. */
export function pointAt(event: RecordedEvent): LedgerPoint | undefined {
  if (event.type !== 'CommitChained' || !isLedgerEvent(event)) return undefined;
  const before = Buffer.from((event.data as CommitChained).event_hash, 'hex');
  return { revision: event.revision, event_hash: hex(chained(before, hashedText(event))) };
}

/** Whether the ledger has this point. Reads one event. The events before it are not compared. */
export async function hasPoint(events: EventStore, ledgerId: string, point: LedgerPoint): Promise<boolean> {
  const { revision, event_hash } = point;
  for await (const [event] of events.readStream(ledgerStream(ledgerId), { from: revision, to: revision }))
    return event !== undefined && pointAt(event)?.event_hash === event_hash;
  return false;
}

/** Compares a ledger, from its first event on, with the points that the events of its keys have. */
export class LedgerPoints {
  /** smallest revision first */
  private readonly waiting: LedgerPoint[];

  constructor(points: LedgerPoint[]) {
    this.waiting = points.toSorted((one, other) => one.revision - other.revision);
  }

  /** @throws SigningKeyUnreadable */
  static async read(signingKeys: Pick<SigningKeys, 'recorded'>, ledgerId: string): Promise<LedgerPoints> {
    const keys = await signingKeys.recorded(ledgerId);
    return new LedgerPoints(keys.flatMap(({ points }) => points));
  }

  /** To be called with the running hash after each event. Returns what is wrong, or undefined. */
  next(revision: number, eventHash: Uint8Array): string | undefined {
    while (this.waiting[0]?.revision === revision) {
      if (this.waiting.shift()!.event_hash !== hex(eventHash))
        return `the events up to revision ${revision} differ from the events that the ledger had when its key was replaced`;
    }
    return undefined;
  }

  /** What is wrong with a ledger that ends here, or undefined. */
  end(revision: number): string | undefined {
    const missing = this.waiting.at(-1)?.revision;
    if (missing === undefined) return undefined;
    return `the ledger ends at revision ${revision}, but had revision ${missing} when its key was replaced`;
  }
}

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');
