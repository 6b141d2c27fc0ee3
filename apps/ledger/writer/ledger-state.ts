import type { KeyObject } from 'node:crypto';
import type { LedgerEvent } from '@probity/contracts/ledger/events';
import type { NewEvent } from '@probity/event-store/event-store';
import { type EventChain, type Growth, linked } from '../commits/event-chain';

/** The state that the writer of a ledger needs to decide the next command. */
export interface LedgerState {
  ledger_id: string;
  tenant_id: string;
  currency: string;
  /** the newest key */
  signing_key_id: string;
  signing_key: KeyObject;
  /** the key that signed the last commit; another one after the key was replaced, until the next commit */
  committed_with: string;
  /** revision of the stream's last event */
  revision: number;
  /** position of the last transaction; 0 when there is none */
  position: number;
  head_hash: string;
  /** when the last transaction was posted; later transactions never have an earlier time */
  last_posted_at: string;
  /** over all events up to `revision` */
  chain: EventChain;
}

/** An event as it is appended. */
export type IdentifiedEvent = LedgerEvent & Pick<NewEvent, 'id' | 'metadata'>;

/** Whether an account accepts postings. `missing`: the ledger has no such account. */
export type AccountActivity = 'active' | 'inactive' | 'missing';

/** Applies an event to the state on which it was decided. */
export function evolve(state: LedgerState, event: IdentifiedEvent, growth?: Growth): LedgerState {
  const revision = state.revision + 1;
  const { id, type, data, metadata } = event;
  const chain = linked(state.chain, { revision, id, type, data, metadata }, growth);
  if (type === 'CommitChained') return { ...state, revision, chain, committed_with: data.signing_key_id };
  if (type !== 'TransactionPosted') return { ...state, revision, chain };
  // A copy with spread syntax takes several times as long, and each posting needs one.
  return {
    ledger_id: state.ledger_id,
    tenant_id: state.tenant_id,
    currency: state.currency,
    signing_key_id: state.signing_key_id,
    signing_key: state.signing_key,
    committed_with: state.committed_with,
    revision,
    position: data.hash_chain_position,
    head_hash: data.transaction_hash,
    last_posted_at: data.posted_at,
    chain,
  };
}
