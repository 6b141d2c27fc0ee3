import { proveNewLeaves } from '@probity/ledger-verification/make-proofs';
import type { Subtree } from '@probity/ledger-verification/merkle-tree';
import { newId } from '@probity/platform/ids';
import { chainCommit } from '../commits/chain-commit';
import type { Growth } from '../commits/event-chain';
import { type AccountActivity, evolve, type IdentifiedEvent, type LedgerState } from './ledger-state';
import type { Job } from './ledger-write';
import { unavailable } from './unavailable';

/** The known state of a ledger before a batch of writes is decided. */
export interface KnownLedger {
  state: LedgerState;
  /** Accounts known to be active. */
  activeAccounts: Set<string>;
  /** For each other existing account of the batch: whether it is active. */
  otherAccounts: Map<string, boolean>;
  /** For each idempotency key of the batch that was used before: its transaction. */
  transactions: Map<string, string>;
  /** For each transaction id of the batch that was posted before: its ledger. */
  ledgers: Map<string, string>;
}

/** Other requests of the process wait while a batch is decided. */
const MAX_DECIDE_MS = 25;

export interface DecidedBatch {
  /** the writes of the batch that were decided; the others belong into the next batch */
  decided: Job[];
  results: [Job, unknown][];
  /** the events of the writes, and the one that links them to the chain; none when nothing changes */
  events: IdentifiedEvent[];
  after: LedgerState;
  /** the subtrees that the events complete and that are worth storing */
  completed: Subtree[];
}

/**
 * Decides the writes of a batch in order, each on the state after the previous write. Rejects invalid and expired
 * writes. Updates `activeAccounts` and the maps. Ends early when it takes long.
 *
 * @param clock milliseconds of the clock of `expiresAt`
 */
export function decideBatch(batch: Job[], known: KnownLedger, clock = () => performance.now()): DecidedBatch {
  const { activeAccounts, otherAccounts, transactions, ledgers } = known;
  let { state } = known;
  const results: [Job, unknown][] = [];
  const events: IdentifiedEvent[] = [];
  const decided: Job[] = [];
  const completed: Subtree[] = [];
  const leaves: Uint8Array[] = [];
  const growth: Growth = { leaf: (hash) => leaves.push(hash), completed: (subtree) => completed.push(subtree) };
  let commitAt: string | undefined;
  const now = clock();

  for (const job of batch) {
    if (decided.length > 0 && clock() - now >= MAX_DECIDE_MS) break;
    decided.push(job);
    if (job.expiresAt < now) {
      job.reject(unavailable('the write waited too long and was not carried out'));
      continue;
    }
    try {
      const {
        event,
        commitAt: wanted,
        answer,
      } = job.write.decide({
        state,
        accountActivity: (id) => activity(otherAccounts.get(id) ?? (activeAccounts.has(id) || undefined)),
        transactionOf: (key) => transactions.get(key),
        ledgerOf: (id) => ledgers.get(id),
      });
      commitAt ??= wanted;
      if (event) {
        const caused: IdentifiedEvent = withCause(event, job.cause);
        state = evolve(state, caused, growth);
        events.push(caused);
        if (event.type === 'TransactionPosted') {
          ledgers.set(event.data.transaction_id, state.ledger_id);
          if (job.write.idempotencyKey !== undefined)
            transactions.set(job.write.idempotencyKey, event.data.transaction_id);
        }
        if (event.type === 'AccountOpened') otherAccounts.set(event.data.account_id, true);
        if (event.type === 'AccountActivityChanged') otherAccounts.set(event.data.account_id, event.data.is_active);
      }
      results.push([job, answer]);
    } catch (error) {
      job.reject(error);
    }
  }
  for (const [id, isActive] of otherAccounts) {
    if (isActive) activeAccounts.add(id);
    else activeAccounts.delete(id);
  }
  const last = events.at(-1);
  if (last || commitAt !== undefined) {
    const id = newId();
    const committed_at = last ? timeOf(last) : commitAt!;
    const grown = proveNewLeaves(known.state.chain.tree, leaves);
    const commit = { id, first_revision: known.state.revision + 1, committed_at, growth: grown };
    const end: IdentifiedEvent = { id, type: 'CommitChained', data: chainCommit(state, state.chain, commit) };
    state = evolve(state, end);
    events.push(end);
  }
  return { decided, results, events, after: state, completed };
}

const withCause = ({ id, type, data }: IdentifiedEvent, { metadata }: Job['cause']): IdentifiedEvent =>
  ({ id, type, data, ...(metadata && { metadata }) }) as IdentifiedEvent;

/** When the change of an event happened. */
function timeOf({ type, data }: IdentifiedEvent): string {
  switch (type) {
    case 'TransactionPosted':
      return data.posted_at;
    case 'AccountOpened':
      return data.opened_at;
    case 'AccountActivityChanged':
      return data.changed_at;
    case 'LedgerCreated':
      return data.created_at;
    case 'CommitChained':
      return data.committed_at;
  }
}

function activity(isActive: boolean | undefined): AccountActivity {
  if (isActive === undefined) return 'missing';
  return isActive ? 'active' : 'inactive';
}
