import type { BundleCheck } from './bundle-report';
import { sha256Hex } from './sha256';
import { shown } from './shown';
import { LEAF_VERSION, type TransactionLeaf } from './transaction-leaf';

/** The data of a transaction's event. Until it is checked, any field may have any type. */
export interface Posted extends TransactionLeaf {
  tenant_id: string;
  payload: { ledger_id?: unknown; currency?: unknown; nonce?: unknown; entries: readonly unknown[] };
  transaction_hash: string;
  signing_key_id: string;
  signature: string;
}

/** What the transaction must continue from. */
export interface Expected {
  /** of the event */
  id: string;
  ledger_id: string;
  position: number;
  previous_hash: string;
  /** of the transaction before; '' for the first */
  postedAt: string;
  currency: unknown;
  /** that were opened */
  accounts: ReadonlySet<unknown>;
  /** from the first commit on, each payload has a nonce */
  isAfterCommit: boolean;
}

export interface FailedCheck {
  check: BundleCheck;
  detail: string;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NONCE = /^[0-9a-f]{32}$/;
/** The maximum number of digits of an amount, far more than any currency needs. It limits the work of one posting. */
export const MAX_AMOUNT_DIGITS = 1_000;
const AMOUNT = new RegExp(`^[1-9][0-9]{0,${MAX_AMOUNT_DIGITS - 1}}$`);

/** The canonical JSON of what is hashed. */
export interface HashedTexts {
  leaf: string;
  payload: string;
}

/** The first check that the transaction fails; undefined when all hold. Pure. */
export function checkTransaction(posted: Posted, texts: HashedTexts, expected: Expected): FailedCheck | undefined {
  const { payload, posted_at } = posted;
  const failed = (check: BundleCheck, detail: string): FailedCheck => ({ check, detail });
  if (typeof payload !== 'object' || payload === null || !Array.isArray(payload.entries)) {
    return failed('event', 'the transaction has no payload with entries');
  }
  if (posted.version !== LEAF_VERSION) {
    return failed('event', `the transaction has version ${shown(posted.version)}; this verifier knows ${LEAF_VERSION}`);
  }
  if (posted.transaction_id !== expected.id)
    return failed('event', 'the id of the event is not that of its transaction');
  if (payload.ledger_id !== expected.ledger_id) return failed('event', 'the payload belongs to another ledger');
  if (payload.currency !== expected.currency) return failed('event', "the currency is not the ledger's");
  const hasNonce = typeof payload.nonce === 'string' && NONCE.test(payload.nonce);
  if (payload.nonce === undefined ? expected.isAfterCommit : !hasNonce || !expected.isAfterCommit) {
    return failed('event', 'transactions have a nonce of 32 hex digits after the first commit, and none before');
  }
  if (sha256Hex(texts.payload) !== posted.content_hash) {
    return failed('content_hash', 'the content hash is not that of the payload');
  }
  if (sha256Hex(texts.leaf) !== posted.transaction_hash) {
    return failed('transaction_hash', 'the transaction hash is not that of its fields');
  }
  if (posted.hash_chain_position !== expected.position) {
    return failed('chain', `the transaction says that its position is ${shown(posted.hash_chain_position)}`);
  }
  if (posted.previous_hash !== expected.previous_hash) {
    return failed('chain', 'the previous hash is not the hash of the transaction before');
  }
  if (typeof posted_at !== 'string' || !TIME.test(posted_at) || posted_at < expected.postedAt) {
    return failed(
      'posted_at',
      `it was posted at ${shown(posted_at)}, before the transaction before it, or this is no time`,
    );
  }
  return checkEntries(payload.entries, expected.accounts);
}

function checkEntries(entries: readonly unknown[], accounts: ReadonlySet<unknown>): FailedCheck | undefined {
  if (entries.length < 2) return { check: 'double_entry', detail: 'the transaction has less than two entries' };
  let difference = 0n;
  for (const [index, entry] of entries.entries()) {
    const { account_id, debit, credit } = (entry ?? {}) as Record<string, unknown>;
    const amount = debit ?? credit;
    if ((debit === undefined) === (credit === undefined) || typeof amount !== 'string' || !AMOUNT.test(amount)) {
      return { check: 'double_entry', detail: `entry ${index} must have either a debit or a credit, in minor units` };
    }
    if (!accounts.has(account_id)) {
      return { check: 'account', detail: `entry ${index} names account ${shown(account_id)}, which was not opened` };
    }
    difference += debit === undefined ? -BigInt(amount) : BigInt(amount);
  }
  if (difference === 0n) return undefined;
  return { check: 'double_entry', detail: `debits minus credits are ${difference} instead of 0` };
}

/** The canonical JSON of a transaction with exactly the fields that it may have. */
export function transactionText(posted: Posted, payload: string): string {
  const text = JSON.stringify;
  return (
    `{"content_hash":${text(posted.content_hash)},"hash_chain_position":${posted.hash_chain_position},` +
    `"ledger_id":${text(posted.ledger_id)},"payload":${payload},` +
    `"posted_at":${text(posted.posted_at)},"previous_hash":${text(posted.previous_hash)},` +
    `"signature":${text(posted.signature)},"signing_key_id":${text(posted.signing_key_id)},` +
    `"tenant_id":${text(posted.tenant_id)},"transaction_hash":${text(posted.transaction_hash)},` +
    `"transaction_id":${text(posted.transaction_id)},"version":${posted.version}}`
  );
}
