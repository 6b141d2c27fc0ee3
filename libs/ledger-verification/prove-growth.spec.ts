import { verifyConsistency } from './merkle-proofs';
import { proveGrowth } from './make-proofs';
import { appendLeaf, EMPTY_TREE, type Frontier, leafHash, rootOf } from './merkle-tree';

const LEAVES = Array.from({ length: 40 }, (_, index) => leafHash(`leaf ${index}`));
const treeOver = (from: number, to: number): Frontier =>
  LEAVES.slice(from, to).reduce((tree, leaf) => appendLeaf(tree, leaf), EMPTY_TREE);

it('the growth of a tree is proven from the tree before and the new leaves alone', async () => {
  for (let size = 0; size <= LEAVES.length; size++) {
    for (let before = 0; before <= size; before++) {
      const first = treeOver(0, before);
      const proof = await proveGrowth(first, size, (from, to) => {
        expect(from).toBeGreaterThanOrEqual(before);
        return Promise.resolve(rootOf(treeOver(from, to)));
      });
      expect(verifyConsistency(before, rootOf(first), size, rootOf(treeOver(0, size)), proof)).toBe(true);
    }
  }
  await expect(proveGrowth(treeOver(0, 5), 4, () => Promise.reject(new Error('not read')))).rejects.toThrow(RangeError);
});
