import type { TransactionPosted } from '@probity/contracts/ledger/events';
import { chained, hashedText, NO_EVENTS as NO_HASH, type PlacedEvent } from '@probity/ledger-verification/event-chain';
import {
  appendLeaf,
  EMPTY_TREE,
  type Frontier,
  leafHash,
  type Subtree,
} from '@probity/ledger-verification/merkle-tree';
import { leafText } from '@probity/ledger-verification/transaction-leaf';

/** What the events of a ledger add up to. */
export interface EventChain {
  /** running hash over all events of the ledger, 32 bytes */
  eventHash: Uint8Array;
  /** the Merkle tree (RFC 6962) over its transactions */
  tree: Frontier;
}

export const NO_EVENTS: EventChain = { eventHash: NO_HASH, tree: EMPTY_TREE };

/**
 * The chain after the event.
 *
 * @param completed is called with each subtree that the event completes and that is worth storing
 */
export function linked(chain: EventChain, event: PlacedEvent, completed?: (subtree: Subtree) => void): EventChain {
  const eventHash = chained(chain.eventHash, hashedText(event));
  if (event.type !== 'TransactionPosted') return { ...chain, eventHash };
  return { eventHash, tree: appendLeaf(chain.tree, leafHash(leafText(event.data as TransactionPosted)), completed) };
}
