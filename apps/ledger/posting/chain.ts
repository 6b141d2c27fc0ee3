import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { PostingPayload, TransactionPosted } from '@probity/contracts/ledger/events';
import { canonicalJson } from '@probity/platform/canonical-json';

/** The version of the hash derivation for new transactions. A stored transaction keeps the version of its creation. */
export const CHAIN_VERSION = 1;

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** SHA-256 of the canonical JSON (RFC 8785) of the posting payload. */
export function contentHash(payload: PostingPayload): string {
  return sha256(canonicalJson(payload));
}

export interface ChainLink {
  version: number;
  ledger_id: string;
  hash_chain_position: number;
  transaction_id: string;
  previous_hash: string;
  content_hash: string;
  posted_at: string;
}

/** SHA-256 of the canonical JSON (RFC 8785) of exactly these seven fields. */
export function transactionHash(link: ChainLink): string {
  const { version, ledger_id, hash_chain_position, transaction_id, previous_hash, content_hash, posted_at } = link;
  return sha256(
    canonicalJson({ version, ledger_id, hash_chain_position, transaction_id, previous_hash, content_hash, posted_at }),
  );
}

/** HMAC-SHA-256 over the 32 raw bytes of a transaction hash. */
export function sign(transactionHashHex: string, key: KeyObject): string {
  return createHmac('sha256', key).update(transactionHashHex, 'hex').digest('hex');
}

export function signatureHolds(event: TransactionPosted, key: KeyObject | undefined): boolean {
  if (!key || typeof event.signature !== 'string') return false;
  const expected = Buffer.from(sign(String(event.transaction_hash), key));
  const given = Buffer.from(event.signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
