import { LedgerVerificationError } from './ledger-verification-error';
import { readText } from './read-text';
import { parseReceipt } from './receipt';
import { parseKey } from './verification-key';
import { verifyReceipt } from './verify-receipt';

interface Outcome {
  file: string;
  /** `unproven`: no key that you trust has signed it */
  verdict: 'proven' | 'unproven' | 'wrong' | 'unreadable';
  ledger_id?: string;
  position?: number;
  /** transactions of the tree whose checkpoint was signed */
  tree_size?: number;
  /** why it is not proven */
  detail?: string;
}

const EXIT_CODES: Record<Outcome['verdict'], number> = { proven: 0, unproven: 3, unreadable: 2, wrong: 1 };
const WORDS: Record<Outcome['verdict'], string> = {
  proven: 'proven',
  unproven: 'NOT proven',
  unreadable: 'UNREADABLE',
  wrong: 'WRONG',
};
/** The first of these that a file has is the exit code. */
const WORST_FIRST: Outcome['verdict'][] = ['wrong', 'unreadable', 'unproven', 'proven'];

/**
 * Verifies receipts, and prints a line for each file. Returns the exit code.
 *
 * @throws LedgerVerificationError when a key is malformed
 */
export async function verifyReceiptFiles(files: string[], keys: string[], asJson: boolean): Promise<number> {
  keys.forEach(parseKey);
  const found = new Set<Outcome['verdict']>();
  for (const file of files) {
    const outcome = await outcomeOf(file, keys);
    found.add(outcome.verdict);
    process.stdout.write(`${asJson ? JSON.stringify(outcome) : textOf(outcome)}\n`);
  }
  return EXIT_CODES[WORST_FIRST.find((verdict) => found.has(verdict))!];
}

async function outcomeOf(file: string, keys: string[]): Promise<Outcome> {
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    return { file, verdict: 'unreadable', detail: (error as Error).message };
  }
  try {
    const receipt = parseReceipt(text);
    const { treeSize } = await verifyReceipt(receipt, keys);
    const { ledger_id, hash_chain_position } = receipt.leaf;
    return { file, verdict: 'proven', ledger_id, position: hash_chain_position, tree_size: treeSize };
  } catch (error) {
    if (!(error instanceof LedgerVerificationError)) throw error;
    return { file, verdict: error.code === 'unknown_key' ? 'unproven' : 'wrong', detail: error.message };
  }
}

const textOf = ({ file, verdict, ledger_id, position, tree_size, detail }: Outcome): string =>
  `${WORDS[verdict]}: ${file}: ` +
  (detail ?? `transaction ${position} of ledger ${ledger_id}, in a tree of ${tree_size} transactions`);
