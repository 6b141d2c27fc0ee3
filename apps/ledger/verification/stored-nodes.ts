import type { Sql } from '@probity/persistence/database';

const NODES = `
  SELECT level || '/' || index AS place, hash FROM ledger.tree_nodes
  WHERE ledger_id = $1 AND (index + 1) * power(2, level) <= $2`;

/**
 * What is wrong with the stored nodes of a ledger's Merkle tree, or undefined. Missing ones are no error: they are computed
 * when they are needed.
 *
 * @param nodes of the transactions that were walked, by `<level>/<index>`
 */
export async function wrongNode(
  sql: Sql,
  ledgerId: string,
  transactions: number,
  nodes: ReadonlyMap<string, Uint8Array>,
): Promise<string | undefined> {
  const { rows } = await sql.query<{ place: string; hash: Buffer }>(NODES, [ledgerId, transactions]);
  const wrong = rows.find(({ place, hash }) => !hash.equals(nodes.get(place) ?? Buffer.alloc(0)));
  return wrong && `the stored node ${wrong.place} of the Merkle tree is not that of the transactions`;
}
