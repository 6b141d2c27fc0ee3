import type { Sql } from '@probity/persistence/database';

/** Nodes are stored after the transactions below them, so a ledger that grows has none that is not complete. */
const NODES = `
  SELECT n.level || '/' || n.index AS place, n.hash, (n.index + 1) * power(2, n.level) > l.head_position AS is_early
  FROM ledger.tree_nodes n JOIN ledger.ledgers l ON l.id = n.ledger_id
  WHERE n.ledger_id = $1 AND ((n.index + 1) * power(2, n.level) <= $2 OR (n.index + 1) * power(2, n.level) > l.head_position)
  ORDER BY n.level, n.index`;

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
  const { rows } = await sql.query<{ place: string; hash: Buffer; is_early: boolean }>(NODES, [ledgerId, transactions]);
  const isWrong = (place: string, hash: Buffer) => !hash.equals(nodes.get(place) ?? Buffer.alloc(0));
  const wrong = rows.find(({ place, hash, is_early }) => is_early || isWrong(place, hash));
  return wrong && `the stored node ${wrong.place} of the Merkle tree is not that of the transactions`;
}
