import type { Database } from '@probity/persistence/database';

/** Without foreign keys, as a restore of single tables. */
const change = (owner: Database, statement: string): Promise<void> =>
  owner.transaction(async (sql) => {
    await sql.query("SET LOCAL session_replication_role = 'replica'");
    const { rowCount } = await sql.query(statement);
    if (!rowCount) throw new Error(`changed nothing: ${statement}`);
  });

interface Column {
  name: string;
  type: string;
  is_nullable: 'YES' | 'NO';
}

async function columnsOf(owner: Database, table: string): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `SELECT column_name AS name, data_type AS type, is_nullable FROM information_schema.columns
     WHERE table_schema || '.' || table_name = $1 ORDER BY ordinal_position`,
    [table],
  );
  return rows;
}

/** The content of rows about erased customers is not compared. */
const ERASED = `(SELECT id FROM customer_risk.customers WHERE erased_at IS NOT NULL)`;
/** The tables whose rows belong to an object by another column than `id`. */
const KEYS: Record<string, string> = {
  'customer_risk.customer_account_refs': 'customer_id',
  'customer_risk.search_terms': 'customer_id',
  'customer_risk.allow_list_entries': 'customer_id',
  'customer_risk.case_alerts': 'case_id',
  'customer_risk.case_files': 'case_id',
  'ledger.accounts': 'ledger_id',
  'ledger.transactions': 'ledger_id',
  'ledger.entries': 'transaction_id',
  'pipeline.monitoring_rule_versions': 'rule_id',
  'pipeline.watchlists': 'stream',
  'pipeline.watchlist_entries': 'stream',
  'pipeline.watchlist_sources': 'list',
  'back_office.staff_roles': 'account_id',
  'back_office.staff_tokens': 'account_id',
};
/** Tables with a row for each object of the back office; the others have rows of tenants. */
const OBJECTS = ['tenants', 'staff_accounts', 'identity_providers', 'proposals'].map((name) => `back_office.${name}`);
const keyOf = (table: string): string =>
  KEYS[table] ?? (table.startsWith('back_office.') && !OBJECTS.includes(table) ? 'tenant_id' : 'id');

/** One row that is compared. */
async function oneRow(owner: Database, table: string): Promise<string> {
  const columns = await columnsOf(owner, table);
  const conditions = [
    ...(columns.some(({ name }) => name === 'customer_id')
      ? [`(customer_id IS NULL OR customer_id NOT IN ${ERASED})`]
      : []),
    ...(table === 'customer_risk.customers' ? ['erased_at IS NULL'] : []),
    // A row of a shared list that is not there may be one of an earlier version, so it would not be reported.
    ...(table === 'pipeline.watchlist_entries' ? ['removed_at IS NULL', 'tenant_id IS NOT NULL'] : []),
  ];
  return `(SELECT ctid FROM ${table} ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''} LIMIT 1)`;
}

/** Gives a row to an object that has no events. */
export async function moveOne(owner: Database, table: string): Promise<void> {
  const key = keyOf(table);
  const { type } = (await columnsOf(owner, table)).find(({ name }) => name === key)!;
  const other = type === 'uuid' ? 'gen_random_uuid()' : `'no-${table}-' || ${key}`;
  await change(owner, `UPDATE ${table} SET ${key} = ${other} WHERE ctid = ${await oneRow(owner, table)}`);
}

export async function deleteOne(owner: Database, table: string): Promise<void> {
  await change(owner, `DELETE FROM ${table} WHERE ctid = ${await oneRow(owner, table)}`);
}

/** Changes a time of all rows. @param others what to change in tables without times */
export async function shiftTimes(
  owner: Database,
  table: string,
  others: Record<string, string | undefined>,
): Promise<void> {
  const time = (await columnsOf(owner, table)).find(
    ({ type, is_nullable }) => type === 'timestamp with time zone' && is_nullable === 'NO',
  );
  if (table in others && others[table] === undefined) return;
  const set = others[table] ?? `${time!.name} = ${time!.name} + interval '1 minute'`;
  await change(owner, `UPDATE ${table} SET ${set}`);
}

export async function emptyTables(owner: Database, tables: string[]): Promise<string[]> {
  const empty: string[] = [];
  for (const table of tables) {
    const { rowCount } = await owner.query(`SELECT FROM ${table} LIMIT 1`);
    if (rowCount === 0) empty.push(table);
  }
  return empty;
}
