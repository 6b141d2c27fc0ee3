import { LEDGER_STREAM_PREFIX, type LedgerEvent, ledgerStream } from '@probity/contracts/ledger/events';
import type { Aggregate, Projection } from '@probity/event-store/aggregate';
import { projectAppended } from '@probity/read-side/ledger/ledger-projection';

/** A ledger as it is created. Everything later goes through the ledger's writer. */
export const LEDGER: Aggregate<LedgerEvent, LedgerEvent> = {
  name: 'ledger',
  kind: 'ledgers',
  prefix: LEDGER_STREAM_PREFIX,
  stream: ledgerStream,
  evolve: (_before, event) => event,
  tenantOf: ({ data }) => data.tenant_id,
  projection: projectAppended,
  decidesOnReadSide: true,
};

/** What the ledger service projects of its streams. */
export const PROJECTIONS: Projection[] = [LEDGER];
