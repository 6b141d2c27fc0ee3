import type { TransactionView } from '@probity/contracts/ledger/views';
import type { LoadLedger } from './load-ledger';
import type { PostingBody } from './tenant-client';
import { Totals } from './totals';

/** What the tests know of one ledger, from answers alone: what must be there after every crash. */
export class LedgerRecord {
  /** every posting that is known to be done, by its key */
  readonly known = new Map<string, { id: string; body: PostingBody }>();
  /** the chain as it was listed after the last crash; it may grow and must not change */
  history: TransactionView[] = [];
  /** the sums of the entries of all postings in `history`, as read over HTTP */
  readonly totals = new Totals();

  constructor(readonly ledger: LoadLedger) {}
}
