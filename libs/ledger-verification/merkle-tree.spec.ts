import fc from 'fast-check';
import { toBase64 } from './encoding';
import { proveConsistency, proveInclusion, proveNewLeaf, type ReadHashes } from './make-proofs';
import { verifyConsistency, verifyInclusion } from './merkle-proofs';
import { appendLeaf, EMPTY_TREE, type Frontier, leafHash, nodeHash, rootOf, type Subtree, treeOf } from './merkle-tree';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Leaves and roots that implementations of RFC 6962 share as test data. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** The definition of RFC 6962, section 2.1, on hashes of leaves. */
function definedRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length <= 1) return leaves[0] ?? rootOf(EMPTY_TREE);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)));
}

interface Grown {
  leaves: Uint8Array[];
  /** the tree of each size */
  trees: Frontier[];
  subtrees: Subtree[];
  read: ReadHashes & { largest: () => number };
}

function grow(size: number): Grown {
  const leaves: Uint8Array[] = [];
  const trees = [EMPTY_TREE];
  const subtrees: Subtree[] = [];
  while (leaves.length < size) {
    leaves.push(leafHash(`leaf ${leaves.length}`));
    trees.push(appendLeaf(trees.at(-1)!, leaves.at(-1)!, (subtree) => subtrees.push(subtree)));
  }
  const stored = new Map(subtrees.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  let total = 0;
  const read: ReadHashes = (level, first, count) => {
    expect(Math.floor(first / 256)).toBe(Math.floor((first + count - 1) / 256));
    total += count;
    if (level === 0) return leaves.slice(first, first + count);
    return Array.from({ length: count }, (_, at) => stored.get(`${level}/${first + at}`)!);
  };
  const largest = (): number => [total, (total = 0)][0]!;
  return { leaves, trees, subtrees, read: Object.assign(read, { largest }) };
}

describe('the Merkle tree of RFC 6962', () => {
  it('has the known roots', () => {
    let tree = EMPTY_TREE;
    expect(hex(rootOf(tree))).toBe(ROOTS[0]);
    for (const [index, leaf] of LEAVES.entries()) {
      tree = appendLeaf(tree, leafHash(Buffer.from(leaf, 'hex')));
      expect(hex(rootOf(tree))).toBe(ROOTS[index + 1]);
      expect(treeOf(tree.size, tree.hashes)).toEqual(tree);
    }
  });

  it('hashes a text and its bytes alike', () => {
    expect(hex(leafHash('Café'))).toBe(hex(leafHash(Buffer.from('Café'))));
  });

  it('has the root of the definition at every size', () => {
    const { leaves, trees } = grow(130);
    for (const tree of trees) expect(hex(rootOf(tree))).toBe(hex(definedRoot(leaves.slice(0, tree.size))));
  });

  it('reports the complete subtrees of 2^8 and 2^16 leaves', () => {
    const { leaves, subtrees } = grow(2 ** 17 + 300);
    expect(subtrees.filter(({ level }) => level === 8)).toHaveLength(513);
    const large = subtrees.filter(({ level }) => level === 16);
    expect(large.map(({ index }) => index)).toEqual([0, 1]);
    expect(hex(large[1]!.hash)).toBe(hex(definedRoot(leaves.slice(2 ** 16, 2 ** 17))));
    expect(hex(subtrees[512]!.hash)).toBe(hex(definedRoot(leaves.slice(511 * 256, 512 * 256))));
  });

  it('rejects a frontier that no tree of the size has', () => {
    const [hash] = [leafHash('')];
    expect(treeOf(0, [])).toEqual(EMPTY_TREE);
    expect(treeOf(3, [hash])).toBeUndefined();
    expect(treeOf(2, [hash, hash])).toBeUndefined();
    expect(treeOf(1, [hash.subarray(1)])).toBeUndefined();
    for (const size of [-1, 0.5, NaN]) expect(treeOf(size, [])).toBeUndefined();
  });
});

describe('proofs', () => {
  it('of the last leaves need only the tree before them', async () => {
    const { leaves, trees, read } = grow(40);
    for (const tree of trees) {
      for (const before of trees.slice(0, tree.size)) {
        const added = leaves.slice(before.size, tree.size);
        for (const at of added.keys())
          expect(proveNewLeaf(before, added, at)).toEqual(await proveInclusion(tree, before.size + at, read));
      }
    }
  });

  it('show every leaf of every small tree, and nothing else', async () => {
    const { leaves, trees, read } = grow(40);
    for (const tree of trees) {
      const root = rootOf(tree);
      for (let index = 0; index < tree.size; index++) {
        const proof = await proveInclusion(tree, index, read);
        expect(verifyInclusion(leaves[index]!, index, tree.size, proof, root)).toBe(true);
        expect(verifyInclusion(leafHash('another'), index, tree.size, proof, root)).toBe(false);
        expect(verifyInclusion(leaves[index]!, index, tree.size, [...proof, root], root)).toBe(false);
        expect(verifyInclusion(leaves[index]!, index + 1, tree.size, proof, root)).toBe(false);
        if (proof.length > 0) {
          expect(verifyInclusion(leaves[index]!, index, tree.size, proof.slice(1), root)).toBe(false);
          expect(verifyInclusion(leaves[index]!, index, tree.size, [root, ...proof.slice(1)], root)).toBe(false);
        }
      }
    }
  });

  it('show that every small tree continues every smaller one, and nothing else', async () => {
    const { trees, read } = grow(40);
    const other = rootOf(appendLeaf(EMPTY_TREE, leafHash('another')));
    for (const second of trees) {
      for (const first of trees.slice(0, second.size + 1)) {
        const proof = await proveConsistency(second, first.size, read);
        const verify = (firstRoot: Uint8Array, secondRoot: Uint8Array, hashes = proof): boolean =>
          verifyConsistency(first.size, firstRoot, second.size, secondRoot, hashes);
        expect(verify(rootOf(first), rootOf(second))).toBe(true);
        expect(verify(other, rootOf(second))).toBe(false);
        if (first.size > 0) expect(verify(rootOf(first), other)).toBe(false);
        expect(verify(rootOf(first), rootOf(second), [...proof, other])).toBe(false);
        if (proof.length > 0) expect(verify(rootOf(first), rootOf(second), proof.slice(1))).toBe(false);
      }
    }
  });

  it('must be hashes: base64 is not taken for a proof of something else', async () => {
    const { leaves, trees, read } = grow(5);
    const [first, second] = [trees[2]!, trees[5]!];
    const consistency = (await proveConsistency(second, first.size, read)).map(toBase64) as unknown as Uint8Array[];
    const malformed = expect.objectContaining({ code: 'malformed', message: expect.stringContaining('item 0') });
    expect(thrownBy(() => verifyConsistency(2, rootOf(first), 5, rootOf(second), consistency))).toEqual(malformed);
    const short = [new Uint8Array(31)];
    expect(thrownBy(() => verifyInclusion(leaves[0]!, 0, 5, short, rootOf(second)))).toEqual(malformed);
  });

  it('read few hashes of a large tree', async () => {
    const { leaves, trees, read } = grow(2 ** 17 + 777);
    const tree = trees.at(-1)!;
    let most = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(tree.size - 1), async (index) => {
        const inclusion = await proveInclusion(tree, index, read);
        most = Math.max(most, read.largest());
        expect(verifyInclusion(leaves[index]!, index, tree.size, inclusion, rootOf(tree))).toBe(true);
        const consistency = await proveConsistency(tree, index, read);
        most = Math.max(most, read.largest());
        const first = trees[index]!;
        expect(verifyConsistency(index, rootOf(first), tree.size, rootOf(tree), consistency)).toBe(true);
      }),
    );
    expect(most).toBeGreaterThan(255);
    expect(most).toBeLessThanOrEqual(2 * 255 + 2);
  });

  it('name a leaf or a size that the tree does not have, and a missing hash', async () => {
    const { trees } = grow(3);
    await expect(proveInclusion(trees[3]!, 3, () => [])).rejects.toThrow('has 3 leaves, and none at index 3');
    await expect(proveConsistency(trees[3]!, 4, () => [])).rejects.toThrow('has 3 leaves, so it has no earlier size 4');
    await expect(proveInclusion(trees[3]!, 0, () => [])).rejects.toThrow('0 of 1 hashes of level 0 were found');
  });

  it('reject sizes and indices that are no places', () => {
    const hash = leafHash('');
    for (const index of [-1, 0.5, NaN, 1]) expect(verifyInclusion(hash, index, 1, [], hash)).toBe(false);
    expect(verifyInclusion(hash, 0, 1, [], hash)).toBe(true);
    for (const size of [-1, 0.5, NaN, 2]) expect(verifyConsistency(size, hash, 1, hash, [])).toBe(false);
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
