import { LEDGER_STREAM_PREFIX, type LedgerEvent, ledgerStream } from '@probity/contracts/ledger/events';
import type { Aggregate } from '@probity/event-store/aggregate';
import { LEDGER_TABLES, projectAppended } from '@probity/read-side/ledger/ledger-projection';
import { LEDGER_AUDIT } from '@probity/read-side/ledger/account-audit';

/** The aggregate that creates ledgers. `LedgerWriter` makes all later changes. */
export const LEDGER: Aggregate<LedgerEvent, LedgerEvent> = {
  name: 'ledger',
  kind: 'ledgers',
  isAuthenticated: false,
  prefix: LEDGER_STREAM_PREFIX,
  stream: ledgerStream,
  evolve: (_before, event) => event,
  tenantOf: ({ data }) => data.tenant_id,
  ownTables: LEDGER_TABLES,
  audit: LEDGER_AUDIT,
  projection: projectAppended,
  decidesOnReadSide: true,
  leavesOutAddress: true,
};
