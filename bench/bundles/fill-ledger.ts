import { PROJECTIONS } from '../../apps/ledger/projections';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { AuthenticatingEventStore } from '@probity/event-store/authentication/authenticating-event-store';
import { EventAuthentication } from '@probity/event-store/authentication/event-authentication';
import { type EventStore, type NewEvent, NO_STREAM } from '@probity/event-store/event-store';
import type { PlacedEvent } from '@probity/ledger-verification/event-chain';
import { GeneratedLedger, LEDGER_ID } from '@probity/ledger-verification/testing/generated-ledger';
import type { Database } from '@probity/persistence/database';
import { Sealer } from '@probity/platform/sealing';
import { projectAppended, type RecordedLedgerEvent } from '@probity/read-side/ledger/ledger-projection';

const PER_COMMIT = 20;
/** EventStoreDB stores at most 1 MiB at once. */
const EVENTS_AT_ONCE = 500;

/**
 * Appends a generated ledger to the event store of a running product as its ledger service does, with MACs and projections,
 * but many commits at once. Returns the revision of its last event.
 *
 * @param below the event store of the product
 */
export async function fillLedger(
  below: EventStore,
  database: Database,
  masterKey: Buffer,
  { tenant_id, transactions }: { tenant_id: string; transactions: number },
): Promise<number> {
  const key = { store: below, sql: database, sealer: new Sealer(masterKey), now: new Date() };
  const store = new AuthenticatingEventStore(below, await EventAuthentication.open('ledger', PROJECTIONS, key));
  let last = NO_STREAM;
  const append = async (events: PlacedEvent[]): Promise<void> => {
    await store.append(ledgerStream(LEDGER_ID), last, events as NewEvent[], (sql, recorded, atomic) =>
      projectAppended(sql, recorded as RecordedLedgerEvent[], atomic),
    );
    last += events.length;
  };
  let waiting: PlacedEvent[] = [];
  for (const event of new GeneratedLedger({ transactions, perCommit: PER_COMMIT, tenant_id }).events()) {
    waiting.push(event);
    if (event.type !== 'CommitChained' || (waiting.length < EVENTS_AT_ONCE && last !== NO_STREAM)) continue;
    await append(waiting);
    waiting = [];
  }
  if (waiting.length > 0) await append(waiting);
  return last;
}
