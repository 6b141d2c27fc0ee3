import { malformed } from './ledger-verification-error';
import type { TransactionLeaf } from './transaction-leaf';

/** The proof that a ledger has a posting. */
export interface Receipt {
  leaf: TransactionLeaf;
  /** the posting, in the form in which it is hashed */
  payload: object;
  /** c2sp.org/tlog-proof */
  proof: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a receipt from JSON: the receipt itself, or a response of the API that has it in `data` or in `data.receipt`.
 *
 * @throws LedgerVerificationError `malformed`
 */
export function parseReceipt(text: string): Receipt {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed(`it is no JSON: ${(error as Error).message}`);
  }
  for (const field of ['data', 'receipt']) if (isObject(value) && field in value) value = value[field];
  if (value === null) throw malformed('its receipt is null: Probity had not signed the posting yet; read it again');
  return receiptOf(value);
}

/** The value, if it has the parts of a receipt. What they contain is not checked. @throws LedgerVerificationError `malformed` */
export function receiptOf(value: unknown): Receipt {
  if (!isObject(value)) throw malformed('a receipt is a JSON object');
  const { leaf, payload, proof } = value;
  if (!isObject(leaf) || !isObject(payload) || typeof proof !== 'string')
    throw malformed('a receipt has the objects leaf and payload, and the text proof');
  return { leaf, payload, proof } as unknown as Receipt;
}
