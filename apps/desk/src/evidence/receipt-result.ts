import { LedgerVerificationError, type LedgerProblem } from '@probity/ledger-verification/ledger-verification-error';
import { transactionHash } from '@probity/ledger-verification/transaction-leaf';
import { parseKey } from '@probity/ledger-verification/verification-key';
import { verifyReceipt } from '@probity/ledger-verification/verify-receipt';
import type { Schemas } from '../api/client';

type Receipt = Schemas['Receipt'];
type Posting = Schemas['StaffPosting'];

export type ReceiptResult =
  /** `key`: the key that signed, as in a list of keys */
  | { outcome: 'proven'; treeSize: number; key: string }
  | { outcome: 'wrong'; why: string; detail: string }
  /** the browser cannot check signatures of this kind */
  | { outcome: 'unsupported' };

const WORDS: Record<LedgerProblem, string> = {
  malformed: 'The receipt is damaged.',
  unknown_key: 'No key of this tenant has signed the receipt.',
  wrong_signature: 'The signature does not match what the receipt says.',
  mismatch: 'The receipt proves another posting than the one that it names.',
};

/**
 * Whether the receipt proves the posting that the page shows. The browser computes it, without the server.
 *
 * @param keys the public keys of the tenant
 */
export async function resultOf(receipt: Receipt, posting: Posting, keys: readonly string[]): Promise<ReceiptResult> {
  if (globalThis.crypto?.subtle === undefined) return { outcome: 'unsupported' };
  const different = differences(receipt, posting);
  if (different.length > 0) {
    return wrong('The receipt is not of the posting as this page shows it.', `different: ${different.join(', ')}`);
  }
  let why = new LedgerVerificationError('unknown_key', 'the tenant has no key');
  for (const key of keys) {
    try {
      const { treeSize } = await verifyReceipt(receipt, key);
      return { outcome: 'proven', treeSize, key };
    } catch (error) {
      if (isUnsupported(error)) return { outcome: 'unsupported' };
      if (!(error instanceof LedgerVerificationError)) throw error;
      if (why.code === 'unknown_key') why = error;
    }
  }
  return wrong(WORDS[why.code], why.message);
}

const wrong = (why: string, detail: string): ReceiptResult => ({ outcome: 'wrong', why, detail });

const isUnsupported = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotSupportedError';

/** The id of a key, which people compare: eight hexadecimal digits. */
export const keyIdOf = (key: string): string => parseKey(key).keyId;

/** The receipt proves its own content; so this content must be what the person sees. It has no names of accounts. */
function differences({ leaf, payload }: Receipt, { transaction, entries }: Posting): string[] {
  const lines = payload.entries.map(({ account_id, debit = '0', credit = '0' }) => [account_id, debit, credit]);
  const shown = entries.map(({ account_id, debit_minor, credit_minor }) => [account_id, debit_minor, credit_minor]);
  const debits = payload.entries.reduce((sum, { debit = '0' }) => sum + BigInt(debit), 0n);
  const same: Record<string, boolean> = {
    transaction: leaf.transaction_id === transaction.id,
    ledger: leaf.ledger_id === transaction.ledger_id,
    'place in the chain':
      transactionHash(leaf) === transaction.transaction_hash &&
      leaf.hash_chain_position === transaction.hash_chain_position &&
      leaf.previous_hash === transaction.previous_hash,
    time: leaf.posted_at === transaction.posted_at,
    amount: String(debits) === transaction.amount_minor,
    currency: payload.currency === transaction.currency,
    reference: (payload.reference ?? null) === transaction.reference,
    entries: JSON.stringify(lines) === JSON.stringify(shown),
  };
  return Object.keys(same).filter((what) => !same[what]);
}
