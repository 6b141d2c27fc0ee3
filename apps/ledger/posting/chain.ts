import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { PostingPayload } from '@probity/contracts/ledger/events';
import { canonicalHash } from '@probity/platform/canonical-json';

/** The version of the derivation of a transaction's hash. */
export const CHAIN_VERSION = 1;

/** SHA-256 of the canonical JSON (RFC 8785) of the posting payload. */
export const contentHash = (payload: PostingPayload): string => canonicalHash(payload);

export interface ChainLink {
  version: number;
  ledger_id: string;
  hash_chain_position: number;
  transaction_id: string;
  previous_hash: string;
  content_hash: string;
  posted_at: string;
}

/**
 * The canonical JSON (RFC 8785) of exactly these seven fields. It is a leaf of the ledger's Merkle tree, and its SHA-256
 * is the hash of the transaction.
 */
export function leafText(link: ChainLink): string {
  const { content_hash, hash_chain_position, ledger_id, posted_at, previous_hash, transaction_id, version } = link;
  return (
    `{"content_hash":${JSON.stringify(content_hash)},"hash_chain_position":${JSON.stringify(hash_chain_position)},` +
    `"ledger_id":${JSON.stringify(ledger_id)},"posted_at":${JSON.stringify(posted_at)},` +
    `"previous_hash":${JSON.stringify(previous_hash)},"transaction_id":${JSON.stringify(transaction_id)},` +
    `"version":${JSON.stringify(version)}}`
  );
}

export const transactionHash = (link: ChainLink): string => hash('sha256', leafText(link), 'hex');

/** HMAC-SHA-256 over the 32 raw bytes of a hash. */
export function sign(hashHex: string, key: KeyObject): string {
  return createHmac('sha256', key).update(hashHex, 'hex').digest('hex');
}

/** Whether `signature` is the signature of the hash. Without a key, none is. */
export function signatureHolds(hashHex: unknown, signature: unknown, key: KeyObject | undefined): boolean {
  if (!key || typeof signature !== 'string') return false;
  const expected = Buffer.from(sign(String(hashHex), key));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
