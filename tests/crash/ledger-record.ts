import type { TransactionView } from '@probity/contracts/ledger/views';
import type { LoadLedger } from './load-ledger';
import type { PostingBody } from './tenant-client';
import { Totals } from './totals';

/** What the product's responses say about one ledger. All of it must still hold after every crash. */
export class LedgerRecord {
  /** every posting that is known to exist, by its key */
  readonly known = new Map<string, { id: string; body: PostingBody }>();
  /** the chain, as listed after the last crash; it may grow but must not change otherwise */
  history: TransactionView[] = [];
  /** the sums of the entries of all postings in `history`, as read over HTTP */
  readonly totals = new Totals();

  constructor(readonly ledger: LoadLedger) {}
}
