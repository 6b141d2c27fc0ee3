import type { Sql } from '@probity/persistence/database';

const AT_ONCE = 100;
const ERASED = `
  SELECT id FROM customer_risk.customers WHERE erased_at IS NOT NULL AND id > $1 ORDER BY id LIMIT ${AT_ONCE}`;
/** Destroys the keys of an erased customer and overwrites its rows. Repeating it changes nothing more. */
export const ERASE = 'SELECT privacy.erase_customer($1)';
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Overwrites the rows of every customer that was erased, in all schemas, as the erasure did. Yields how many so far. */
export async function* eraseAgain(sql: Sql): AsyncGenerator<number> {
  let erased = 0;
  for (let after = BEFORE_ALL; ;) {
    const { rows } = await sql.query<{ id: string }>(ERASED, [after]);
    for (const { id } of rows) await sql.query(ERASE, [id]);
    yield (erased += rows.length);
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}
