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
  const chain = linked(state.chain, { ...event, revision }, growth);
  if (event.type === 'CommitChained') return { ...state, revision, chain, committed_with: event.data.signing_key_id };
  if (event.type !== 'TransactionPosted') return { ...state, revision, chain };
  return {
    ...state,
    revision,
    chain,
    position: event.data.hash_chain_position,
    head_hash: event.data.transaction_hash,
    last_posted_at: event.data.posted_at,
  };
}
