import { canonicalJson } from './canonical-json';
import { sha256Hex } from './sha256';

/** The fields that chain a transaction to the one before it. */
export interface TransactionLeaf {
  /** of the derivation; always 1 */
  version: number;
  ledger_id: string;
  /** from 1; the index in the Merkle tree is one less */
  hash_chain_position: number;
  transaction_id: string;
  /** `transaction_hash` of the position before; 64 zeros for the first */
  previous_hash: string;
  content_hash: string;
  /** ISO 8601 in UTC with milliseconds */
  posted_at: string;
}

/** The version of the derivation of leaves. */
export const LEAF_VERSION = 1;
export const LEAF_FIELDS: readonly string[] = [
  'content_hash',
  'hash_chain_position',
  'ledger_id',
  'posted_at',
  'previous_hash',
  'transaction_id',
  'version',
];

/**
 * The canonical JSON (RFC 8785) of exactly these seven fields. It is a leaf of the Merkle tree of the ledger, and its
 * SHA-256 is the hash of the transaction.
 */
export function leafText(leaf: TransactionLeaf): string {
  const { content_hash, hash_chain_position, ledger_id, posted_at, previous_hash, transaction_id, version } = leaf;
  return (
    `{"content_hash":${canonicalJson(content_hash)},"hash_chain_position":${canonicalJson(hash_chain_position)},` +
    `"ledger_id":${canonicalJson(ledger_id)},"posted_at":${canonicalJson(posted_at)},` +
    `"previous_hash":${canonicalJson(previous_hash)},"transaction_id":${canonicalJson(transaction_id)},` +
    `"version":${canonicalJson(version)}}`
  );
}

export const transactionHash = (leaf: TransactionLeaf): string => sha256Hex(leafText(leaf));

/** SHA-256 of the canonical JSON of the payload of a posting. */
export const contentHash = (payload: object): string => sha256Hex(canonicalJson(payload));
