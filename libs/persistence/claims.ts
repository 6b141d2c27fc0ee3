import type { Sql } from './database';

/**
 * Claims a name that only one owner may have: inserts the row or, when the name is taken, reads
 * whose it is. The claim is made before the append that uses it, because an event store other than
 * Postgres cannot take part in a Postgres transaction. An owner whose append never happened keeps
 * the name and completes it by trying again; no other process can take it over.
 *
 * @param insert SQL that inserts the claim with ON CONFLICT DO NOTHING
 * @param select SQL that reads the claim's owner
 */
export async function claim<Owner extends Record<string, string>>(
  sql: Sql,
  insert: { text: string; values: string[] },
  select: { text: string; values: string[] },
): Promise<Owner> {
  await sql.query(insert.text, insert.values);
  const { rows } = await sql.query<Owner>(select.text, select.values);
  return rows[0]!;
}
