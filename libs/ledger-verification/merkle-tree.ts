import { sha256 } from './sha256';

/** A Merkle tree as in RFC 6962, section 2.1, with SHA-256. Hashes have 32 bytes. */

/** SHA-256(0x00 || the leaf); a text is a leaf in UTF-8. */
export function leafHash(leaf: string | Uint8Array): Uint8Array {
  if (typeof leaf === 'string') return sha256(`\0${leaf}`);
  const prefixed = new Uint8Array(leaf.length + 1);
  prefixed.set(leaf, 1);
  return sha256(prefixed);
}

const pair = new Uint8Array(65);
pair[0] = 1;

/** SHA-256(0x01 || left || right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  pair.set(left, 1);
  pair.set(right, 33);
  return sha256(pair);
}

/** What a tree needs to grow: the roots of its complete subtrees, largest first, one for each bit 1 of its size. Immutable. */
export interface Frontier {
  /** leaves */
  readonly size: number;
  readonly hashes: readonly Uint8Array[];
}

export const EMPTY_TREE: Frontier = { size: 0, hashes: [] };

/** The root of the complete subtree over the leaves from `index` * 2^`level` to (`index` + 1) * 2^`level`. */
export interface Subtree {
  level: number;
  index: number;
  hash: Uint8Array;
}

/** Subtrees of these levels (2^8, 2^16, 2^24 leaves) are worth storing: a proof then reads few hashes. */
export const STORED_LEVELS: readonly number[] = [8, 16, 24];

/**
 * The tree with one more leaf. It computes as many nodes as subtrees become complete: one on average.
 *
 * @param completed is called with each subtree of the `STORED_LEVELS` that the leaf completes, smallest first
 */
export function appendLeaf(tree: Frontier, leaf: Uint8Array, completed?: (subtree: Subtree) => void): Frontier {
  const size = tree.size + 1;
  const hashes = tree.hashes.slice();
  let hash = leaf;
  for (let [rest, level] = [tree.size, 1]; rest % 2 === 1; rest = (rest - 1) / 2, level++) {
    hash = nodeHash(hashes.pop()!, hash);
    if (completed && STORED_LEVELS.includes(level)) completed({ level, index: size / 2 ** level - 1, hash });
  }
  hashes.push(hash);
  return { size, hashes };
}

export const sizeOf = (tree: Frontier): number => tree.size;

/** Roots of the complete subtrees, largest first. */
export const hashesOf = (tree: Frontier): readonly Uint8Array[] => tree.hashes;

/** The tree of this size with these complete subtrees, largest first; undefined when their number or form is wrong. */
export function treeOf(size: number, hashes: readonly Uint8Array[]): Frontier | undefined {
  if (!Number.isSafeInteger(size) || size < 0 || hashes.length !== levelsOf(size).length) return undefined;
  return hashes.every((hash) => hash.length === 32) ? { size, hashes } : undefined;
}

/** The levels of the complete subtrees of a tree of this size, largest first. */
export function levelsOf(size: number): number[] {
  const levels: number[] = [];
  for (let [rest, level] = [size, 0]; rest > 0; rest = Math.floor(rest / 2), level++) {
    if (rest % 2 === 1) levels.unshift(level);
  }
  return levels;
}

/** The root of the tree; of the empty tree, SHA-256 of nothing. */
export function rootOf({ hashes }: Frontier): Uint8Array {
  return hashes.length === 0 ? sha256('') : hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** The root of a complete subtree over the roots of its own complete subtrees: 2^n of them, all of one level. */
export function rootOver(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes;
  while (row.length > 1) {
    row = Array.from({ length: row.length / 2 }, (_, index) => nodeHash(row[index * 2]!, row[index * 2 + 1]!));
  }
  return row[0]!;
}
