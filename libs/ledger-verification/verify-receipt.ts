import { LedgerVerificationError, malformed } from './ledger-verification-error';
import { leafHash } from './merkle-tree';
import { ledgerOrigin } from './origins';
import { type Receipt, receiptOf } from './receipt';
import { verifyProof } from './tlog-proof';
import { contentHash, LEAF_FIELDS, LEAF_VERSION, leafText } from './transaction-leaf';
import { parseKey } from './verification-key';

export interface VerifiedReceipt {
  /** the size of the tree whose checkpoint was signed */
  treeSize: number;
  /** the signed root, 32 bytes */
  root: Uint8Array;
}

/**
 * Verifies that the ledger that the receipt names has this posting at this position.
 *
 * @param trusted the key of the tenant, `<name>+<key id>+<base64>`, or its keys if it was replaced; the names do not matter
 * @throws LedgerVerificationError
 */
export async function verifyReceipt(receipt: Receipt, trusted: string | readonly string[]): Promise<VerifiedReceipt> {
  const { leaf, payload, proof } = receiptOf(receipt);
  const keys = [trusted].flat().map(parseKey);
  const fields = Object.keys(leaf).sort();
  if (fields.join() !== LEAF_FIELDS.join() || leaf.version !== LEAF_VERSION) {
    throw malformed(`the leaf must have version ${LEAF_VERSION} and exactly the fields ${LEAF_FIELDS.join(', ')}`);
  }
  if (typeof leaf.ledger_id !== 'string') throw malformed('ledger_id of the leaf must be a text');
  const mismatch = (message: string): LedgerVerificationError => new LedgerVerificationError('mismatch', message);
  if (hashOf(payload) !== leaf.content_hash) throw mismatch('the content hash is not that of the payload');
  if ((payload as { ledger_id?: unknown }).ledger_id !== leaf.ledger_id) {
    throw mismatch('the payload belongs to another ledger than the leaf');
  }
  const origin = ledgerOrigin(leaf.ledger_id);
  const { index, checkpoint } = await verifyProof(proof, leafHash(leafText(leaf)), origin, keys);
  if (index !== leaf.hash_chain_position - 1) {
    throw mismatch(`the proof is for position ${index + 1}, and the leaf has position ${leaf.hash_chain_position}`);
  }
  return { treeSize: checkpoint.size, root: checkpoint.root };
}

function hashOf(payload: object): string {
  try {
    return contentHash(payload);
  } catch (error) {
    if (error instanceof RangeError) throw malformed('the payload has too many levels');
    throw error;
  }
}
