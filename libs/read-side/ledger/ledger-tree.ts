import { type ReadHashes } from '@probity/ledger-verification/make-proofs';
import { leafHash, nodeHash } from '@probity/ledger-verification/merkle-tree';
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
export async function readLeaves(sql: Sql, ledgerId: string, from: number, to: number): Promise<TransactionLeaf[]> {
  const rows = await readViews<Omit<TransactionLeaf, 'version'>>(sql, LEAVES, [ledgerId, from, to]);
  return rows.map((row) => ({ version: LEAF_VERSION, ...row }));
}

/** Reads the hashes of a ledger's Merkle tree for proofs. Computes the stored nodes that are missing. */
export const hashesOfLedger =
  (sql: Sql, ledgerId: string): ReadHashes =>
  async (level, first, count) => {
    if (level === 0) return leafHashes(sql, ledgerId, first, first + count);
    const { rows } = await sql.query<{ hash: Buffer }>(NODES, [ledgerId, level, first, first + count]);
    if (rows.length === count) return rows.map(({ hash }) => hash);
    return computedNodes(sql, ledgerId, level, first, count);
  };

async function leafHashes(sql: Sql, ledgerId: string, from: number, to: number): Promise<Uint8Array[]> {
  return (await readLeaves(sql, ledgerId, from, to)).map((leaf) => leafHash(leafText(leaf)));
}

/** One after the other, so that a large ledger does not take much memory. */
async function computedNodes(
  sql: Sql,
  ledgerId: string,
  level: number,
  first: number,
  count: number,
): Promise<Uint8Array[]> {
  const nodes: Uint8Array[] = [];
  for (let index = first; index < first + count; index++) nodes.push(await computeNode(sql, ledgerId, level, index));
  return nodes;
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
  let hashes = below;
  while (hashes.length > 1) {
    hashes = Array.from({ length: hashes.length / 2 }, (_, at) => nodeHash(hashes[at * 2]!, hashes[at * 2 + 1]!));
  }
  return hashes[0]!;
}
