import { type ReadHashes } from '@probity/ledger-verification/make-proofs';
import { leafHash, rootOver } from '@probity/ledger-verification/merkle-tree';
import { LEAF_VERSION, leafText, type TransactionLeaf } from '@probity/ledger-verification/transaction-leaf';
import type { Sql } from '@probity/persistence/database';
import { readViews } from '../views';

const LEAVES = `
  SELECT ledger_id, id AS transaction_id, position::float8 AS hash_chain_position, posted_at,
    encode(previous_hash, 'hex') AS previous_hash, encode(content_hash, 'hex') AS content_hash
  FROM ledger.transactions
  WHERE ledger_id = $1 AND position > $2 AND position <= $3 AND content_hash IS NOT NULL ORDER BY position`;

const NODES = `
  SELECT hash FROM ledger.tree_nodes
  WHERE ledger_id = $1 AND level = $2 AND index >= $3 AND index < $4 ORDER BY index`;

/** Hashes in one block: a stored node covers 256 leaves, or 256 stored nodes of the level below. */
export const BLOCK = 256;
export const BLOCK_LEVELS = 8;

/** The leaves of a ledger's Merkle tree from one index up to another; fewer when the read side has fewer. */
async function readLeaves(sql: Sql, ledgerId: string, from: number, to: number): Promise<TransactionLeaf[]> {
  const rows = await readViews<Omit<TransactionLeaf, 'version'>>(sql, LEAVES, [ledgerId, from, to]);
  return rows.map((row) => ({ version: LEAF_VERSION, ...row }));
}

/** Reads the hashes of a ledger's Merkle tree for proofs; fewer when nodes are not stored yet. */
export const hashesOfLedger =
  (sql: Sql, ledgerId: string): ReadHashes =>
  async (level, first, count) => {
    if (level === 0) return leafHashes(sql, ledgerId, first, first + count);
    const { rows } = await sql.query<{ hash: Buffer }>(NODES, [ledgerId, level, first, first + count]);
    return rows.map(({ hash }) => hash);
  };

async function leafHashes(sql: Sql, ledgerId: string, from: number, to: number): Promise<Uint8Array[]> {
  return (await readLeaves(sql, ledgerId, from, to)).map((leaf) => leafHash(leafText(leaf)));
}

/**
 * The root of a complete subtree, computed from the block below it.
 *
 * @throws RangeError when the read side lacks a part of it
 */
export async function computeNode(sql: Sql, ledgerId: string, level: number, index: number): Promise<Uint8Array> {
  const below = await hashesOfLedger(sql, ledgerId)(level - BLOCK_LEVELS, index * BLOCK, BLOCK);
  if (below.length !== BLOCK)
    throw new RangeError(`subtree ${index} of level ${level} of ledger ${ledgerId} is not complete`);
  return rootOver(below);
}
