import type { Sql } from './database';

/**
 * Claims a name that only one owner may have. Returns the owner of the name, which may be another one. The claim is
 * made before the append that uses the name, because an event store outside Postgres cannot take part in a Postgres
 * transaction. An owner whose append did not happen keeps the name and can retry; no other owner can take it over.
 *
 * @param insert SQL that inserts the claim with ON CONFLICT DO NOTHING
 * @param select SQL that reads the owner of the name
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
