import { sameBytes } from './encoding';
import { malformed } from './ledger-verification-error';
import { nodeHash, rootOf, EMPTY_TREE } from './merkle-tree';

/** The algorithms are those of RFC 9162, sections 2.1.3.2 and 2.1.4.2. Sizes may have up to 53 bits. */

const half = (number: number): number => Math.floor(number / 2);
const isOdd = (number: number): boolean => number % 2 === 1;
const isPlace = (number: number): boolean => Number.isSafeInteger(number) && number >= 0;

/**
 * Whether the proof shows that the tree with this size and root has the leaf at the index (from 0).
 *
 * @param proof hashes from the sibling of the leaf up to a child of the root
 * @throws LedgerVerificationError `malformed` when an item of the proof is no hash of 32 bytes
 */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  refuseOthers(proof);
  if (!isPlace(index) || !isPlace(size) || index >= size) return false;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else hash = nodeHash(hash, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && sameBytes(hash, root);
}

/**
 * Whether the proof shows that the second tree begins with all leaves of the first, in the same order.
 *
 * @throws LedgerVerificationError `malformed` when an item of the proof is no hash of 32 bytes
 */
export function verifyConsistency(
  firstSize: number,
  firstRoot: Uint8Array,
  secondSize: number,
  secondRoot: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  refuseOthers(proof);
  if (!isPlace(firstSize) || !isPlace(secondSize) || firstSize > secondSize) return false;
  if (firstSize === 0) return proof.length === 0 && sameBytes(firstRoot, rootOf(EMPTY_TREE));
  if (firstSize === secondSize) return proof.length === 0 && sameBytes(firstRoot, secondRoot);
  let [node, last] = [firstSize - 1, secondSize - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  const [seed, ...rest] = node === 0 ? [firstRoot, ...proof] : proof;
  if (seed === undefined) return false;
  let [first, second] = [seed, seed];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      first = nodeHash(sibling, first);
      second = nodeHash(sibling, second);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else second = nodeHash(second, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && sameBytes(first, firstRoot) && sameBytes(second, secondRoot);
}

/** A caller without types may pass base64: every proof would then seem to be wrong. */
function refuseOthers(proof: readonly unknown[]): void {
  const index = proof.findIndex((hash) => !(hash instanceof Uint8Array) || hash.length !== 32);
  if (index >= 0) throw malformed(`item ${index} of the proof must be the 32 bytes of a hash, as a Uint8Array`);
}
