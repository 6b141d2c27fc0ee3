import { type Frontier, levelsOf, nodeHash, rootOver, STORED_LEVELS } from './merkle-tree';

/**
 * Reads `count` hashes from index `first` on: hashes of leaves at level 0, roots of complete subtrees of 2^`level` leaves
 * at a level of `STORED_LEVELS`. All of them are complete in the tree of the proof, and in one block of 256.
 */
export type ReadHashes = (
  level: number,
  first: number,
  count: number,
) => Promise<readonly Uint8Array[]> | readonly Uint8Array[];

/**
 * The inclusion proof (RFC 6962, section 2.1.1) of the leaf at the index (from 0). The right edge comes from the frontier,
 * so it reads at most 255 hashes of each level: about 525 in a tree of a million leaves.
 *
 * @throws RangeError when the tree has no such leaf, or a hash is missing
 */
export async function proveInclusion(tree: Frontier, index: number, read: ReadHashes): Promise<Uint8Array[]> {
  if (!Number.isSafeInteger(index) || index < 0 || index >= tree.size) {
    throw new RangeError(`the tree has ${tree.size} leaves, and none at index ${index}`);
  }
  return Promise.all(siblingsOf(index, tree.size).map((range) => rootOfRange(tree, range, read)));
}

/**
 * The consistency proof (RFC 6962, section 2.1.2) from the tree of the first `size` leaves to this tree. It reads as few
 * hashes as an inclusion proof.
 *
 * @throws RangeError when the tree is smaller, or a hash is missing
 */
export async function proveConsistency(tree: Frontier, size: number, read: ReadHashes): Promise<Uint8Array[]> {
  if (!Number.isSafeInteger(size) || size < 0 || size > tree.size) {
    throw new RangeError(`the tree has ${tree.size} leaves, so it has no earlier size ${size}`);
  }
  return Promise.all(growthNodes(size, tree.size).map((range) => rootOfRange(tree, range, read)));
}

/**
 * The consistency proof from a tree to the first `size` leaves of the same log. Of the leaves before, it needs only the
 * given tree.
 *
 * @param rootOfLeaves computes the root of the tree over the leaves from `from` to `to`, exclusive
 * @throws RangeError when the given tree is larger
 */
export async function proveGrowth(
  before: Frontier,
  size: number,
  rootOfLeaves: (from: number, to: number) => Promise<Uint8Array>,
): Promise<Uint8Array[]> {
  if (before.size > size) throw new RangeError(`a tree of ${size} leaves does not continue one of ${before.size}`);
  const known = subtreesOf(before);
  const proof: Uint8Array[] = [];
  for (const range of growthNodes(before.size, size))
    proof.push(known.get(nameOf(range)) ?? (await rootOfLeaves(range.from, range.to)));
  return proof;
}

/** The nodes whose hashes prove that a tree of `to` leaves continues one of `from` leaves. */
function growthNodes(from: number, to: number): Range[] {
  if (from === 0 || from === to) return [];
  const nodes: Range[] = [];
  let whole: Range = { from: 0, to };
  while (whole.to !== from) {
    const [left, right] = halves(whole);
    nodes.unshift(from <= left.to ? right : left);
    whole = from <= left.to ? left : right;
  }
  if (whole.from > 0) nodes.unshift(whole); // else it is the first tree, whose root the verifier has
  return nodes;
}

/**
 * The consistency proof from a tree to the one with these leaves too. It needs nothing but the tree before them and their
 * hashes.
 *
 * @param leaves their hashes, in order
 */
export function proveNewLeaves(before: Frontier, leaves: readonly Uint8Array[]): Uint8Array[] {
  const root = rootsWith(before, leaves);
  return growthNodes(before.size, before.size + leaves.length).map(root);
}

/**
 * The inclusion proof of one of the last leaves of a tree. It needs nothing but the tree before them and their hashes.
 *
 * @param before the tree without these leaves
 * @param leaves their hashes, in order
 * @param at which of them, from 0
 */
export function proveNewLeaf(before: Frontier, leaves: readonly Uint8Array[], at: number): Uint8Array[] {
  const root = rootsWith(before, leaves);
  return siblingsOf(before.size + at, before.size + leaves.length).map(root);
}

/** Returns what computes the roots of nodes that consist of subtrees of a tree and of these leaves after it. */
function rootsWith(before: Frontier, leaves: readonly Uint8Array[]): (range: Range) => Uint8Array {
  const known = subtreesOf(before);
  const from = before.size;
  for (const [n, leaf] of leaves.entries()) known.set(nameOf({ from: from + n, to: from + n + 1 }), leaf);
  const root = (range: Range): Uint8Array => {
    const [left, right] = halves(range);
    return known.get(nameOf(range)) ?? nodeHash(root(left), root(right));
  };
  return root;
}

/** The roots of the complete subtrees of a tree, by `nameOf` their leaves. */
function subtreesOf(tree: Frontier): Map<string, Uint8Array> {
  const subtrees = new Map<string, Uint8Array>();
  let from = 0;
  for (const [n, level] of levelsOf(tree.size).entries()) {
    subtrees.set(nameOf({ from, to: from + 2 ** level }), tree.hashes[n]!);
    from += 2 ** level;
  }
  return subtrees;
}

const nameOf = ({ from, to }: Range): string => `${from}-${to}`;

/** Leaves of a node of the tree; `to` is exclusive. */
interface Range {
  from: number;
  to: number;
}

/** The nodes whose hashes prove a leaf, from the leaf to the root. */
function siblingsOf(index: number, size: number): Range[] {
  const siblings: Range[] = [];
  let whole: Range = { from: 0, to: size };
  while (whole.to - whole.from > 1) {
    const [left, right] = halves(whole);
    siblings.unshift(index < left.to ? right : left);
    whole = index < left.to ? left : right;
  }
  return siblings;
}

/** The children of a node: the left one has the largest power of two of leaves that is smaller than all. */
function halves({ from, to }: Range): [left: Range, right: Range] {
  let split = 1;
  while (split * 2 < to - from) split *= 2;
  return [
    { from, to: from + split },
    { from: from + split, to },
  ];
}

async function rootOfRange(tree: Frontier, range: Range, read: ReadHashes): Promise<Uint8Array> {
  return rootAtEdge(tree, range) ?? (await rootOfComplete(range, read));
}

/** The root of a node that consists of the last subtrees of the frontier; undefined when it does not. */
function rootAtEdge(tree: Frontier, { from, to }: Range): Uint8Array | undefined {
  let [start, first] = [0, -1];
  const inside: Uint8Array[] = [];
  for (const [at, level] of levelsOf(tree.size).entries()) {
    if (start === from) first = at;
    if (first >= 0 && start < to) inside.push(tree.hashes[at]!);
    start += 2 ** level;
    if (start === to && first >= 0) return inside.reduceRight((right, left) => nodeHash(left, right));
  }
  return undefined;
}

async function rootOfComplete({ from, to }: Range, read: ReadHashes): Promise<Uint8Array> {
  const level = STORED_LEVELS.findLast((stored) => 2 ** stored <= to - from) ?? 0;
  const count = (to - from) / 2 ** level;
  const hashes = await read(level, from / 2 ** level, count);
  if (hashes.length !== count) {
    throw new RangeError(
      `${hashes.length} of ${count} hashes of level ${level} were found from ${from / 2 ** level} on`,
    );
  }
  return rootOver(hashes);
}
