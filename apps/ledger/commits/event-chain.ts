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

/** Is told what the tree gets. */
export interface Growth {
  /** the hash of a new leaf */
  leaf?: (hash: Uint8Array) => void;
  /** a subtree that a leaf completes and that is worth storing */
  completed?: (subtree: Subtree) => void;
}

/** The chain after the event. */
export function linked(chain: EventChain, event: PlacedEvent, growth: Growth = {}): EventChain {
  const eventHash = chained(chain.eventHash, hashedText(event));
  if (event.type !== 'TransactionPosted') return { ...chain, eventHash };
  const leaf = leafHash(leafText(event.data as TransactionPosted));
  growth.leaf?.(leaf);
  return { eventHash, tree: appendLeaf(chain.tree, leaf, growth.completed) };
}
