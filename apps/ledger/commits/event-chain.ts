import { hash } from 'node:crypto';
import {
  appendLeaf,
  EMPTY_TREE,
  type Frontier,
  leafHash,
  type Subtree,
} from '@probity/ledger-verification/merkle-tree';
import { leafText } from '@probity/ledger-verification/transaction-leaf';
import type { TransactionPosted } from '@probity/contracts/ledger/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { canonicalJson } from '@probity/platform/canonical-json';

/** An event of a ledger at its place in the stream. */
export type PlacedEvent = Pick<RecordedEvent, 'revision' | 'id' | 'type' | 'data' | 'metadata'>;

/** What the events of a ledger add up to. */
export interface EventChain {
  /** running hash over all events of the ledger; 64 zeros before the first */
  event_hash: string;
  /** the Merkle tree (RFC 6962) over its transactions */
  tree: Frontier;
}

export const NO_EVENTS: EventChain = { event_hash: '0'.repeat(64), tree: EMPTY_TREE };

/**
 * The chain after the event.
 *
 * @param completed is called with each subtree that the event completes and that is worth storing
 */
export function linked(chain: EventChain, event: PlacedEvent, completed?: (subtree: Subtree) => void): EventChain {
  const event_hash = hash('sha256', Buffer.from(chain.event_hash + digestOf(event), 'hex'), 'hex');
  if (event.type !== 'TransactionPosted') return { ...chain, event_hash };
  return { event_hash, tree: appendLeaf(chain.tree, leafHash(leafText(event.data as TransactionPosted)), completed) };
}

/**
 * SHA-256 of the canonical JSON (RFC 8785) of the event. The hash of a transaction stands for its data, and saves
 * writing it a second time.
 */
function digestOf({ revision, id, type, data, metadata }: PlacedEvent): string {
  const hashed = type === 'TransactionPosted' ? (data as TransactionPosted).transaction_hash : data;
  return hash('sha256', canonicalJson({ revision, id, type, data: hashed, metadata }), 'hex');
}
