import { LRUCache } from 'lru-cache';
import { appendLeaf, EMPTY_TREE, type Frontier, rootOf } from '@probity/ledger-verification/merkle-tree';
import { proveGrowth } from '@probity/ledger-verification/make-proofs';
import type { Sql } from '@probity/persistence/database';
import { CopyFailed } from './copy-failures';

const MAX_KNOWN = 10_000;
const LEAVES_AT_ONCE = 5_000;
const LEAVES = `
  SELECT hash FROM notary.leaves WHERE log = $1 AND index >= $2 AND index < $3 ORDER BY index`;

/**
 * Computes earlier trees of logs from their leaves. It remembers the last tree of each log, so that it reads each leaf
 * about once while the sizes grow. Few leaves are in memory at a time.
 */
export class LogTree {
  private readonly known = new LRUCache<string, Frontier>({ max: MAX_KNOWN });

  constructor(private readonly sql: Sql) {}

  /** The tree of the first `size` events of a log. @throws CopyFailed when leaves are missing */
  async at(log: string, size: number): Promise<Frontier> {
    const known = this.known.get(log);
    const tree = await this.grow(log, known && known.size <= size ? known : EMPTY_TREE, 0, size);
    this.known.set(log, tree);
    return tree;
  }

  /** The consistency proof from an earlier tree to the first `size` events. @throws CopyFailed when leaves are missing */
  prove(log: string, before: Frontier, size: number): Promise<Uint8Array[]> {
    return proveGrowth(before, size, async (from, to) => rootOf(await this.grow(log, EMPTY_TREE, from, to)));
  }

  /** Appends the leaves of the log from `from` + the size of the tree to `to`. */
  private async grow(log: string, before: Frontier, from: number, to: number): Promise<Frontier> {
    let tree = before;
    while (from + tree.size < to) {
      const first = from + tree.size;
      const end = Math.min(to, first + LEAVES_AT_ONCE);
      const { rows } = await this.sql.query<{ hash: Buffer }>(LEAVES, [log, first, end]);
      if (rows.length !== end - first)
        throw new CopyFailed(`notary.leaves lacks events of the log between ${first} and ${end}`, false);
      for (const { hash } of rows) tree = appendLeaf(tree, hash);
    }
    return tree;
  }
}
