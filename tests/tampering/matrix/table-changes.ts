import type { Sql } from '@probity/persistence/database';
import { UNIQUE_VIOLATION } from '@probity/persistence/failures';
import type { Table } from './tables';

/** Whose rows of a table are changed. Conditions in SQL. */
export interface Rows {
  ours: string;
  /** of another ledger or tenant */
  theirs: string;
}

/** A change of rows by a person who has the database, but no keys. */
export interface TableChange {
  what: string;
  /** Returns how many rows it changed. Undefined: there are no such rows. */
  make: (sql: Sql) => Promise<number | undefined>;
}

type Changes = (table: Table, rows: Rows) => TableChange[];

/** SQL expressions for another value, by the type of the column. */
const OTHER: Record<string, (column: string) => string> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `coalesce(${column}, '') || '!'`,
  json: (column) => `CASE WHEN ${column} IS NULL THEN '{}' ELSE '{"region":"south"}' END::json`,
  jsonb: (column) => `coalesce(${column}, '{}') || '{"added":true}'`,
  boolean: (column) => `NOT coalesce(${column}, false)`,
  smallint: (column) => `coalesce(${column}, 0) + 8`,
  integer: (column) => `coalesce(${column}, 0) + 1000`,
  bigint: (column) => `coalesce(${column}, 0) + 1000`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  bytea: (column) => `CASE WHEN length(${column}) > 0
    THEN set_byte(${column}, length(${column}) - 1, get_byte(${column}, length(${column}) - 1) # 1) ELSE '\\x00' END`,
  ARRAY: (column) => `coalesce(${column}, '{}') || '{added}'`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 millisecond'`,
};

function other(table: Table, column: string): string {
  const { type } = table.columns.find(({ name }) => name === column)!;
  const expression = OTHER[type];
  if (!expression) throw new Error(`${table.name}.${column}: say above how to change a ${type}`);
  return expression(column);
}

const names = ({ columns }: Table): string[] => columns.map(({ name }) => name);

/** The place of the row that has the most values, or of another one. */
const placeOf = (table: Table, where: string, last = false): string =>
  `(SELECT ctid FROM ${table.name} r WHERE ${where}
    ORDER BY num_nonnulls(${names(table).join()}) DESC, r::text ${last ? 'DESC' : ''} LIMIT 1)`;

const run = (statement: string) => async (sql: Sql) => (await sql.query(statement)).rowCount ?? 0;

/** Undefined when a unique index refuses the change: its owner could drop the index, and have the row twice. */
const ifUnique = (make: TableChange['make']) => async (sql: Sql) => {
  await sql.query('SAVEPOINT before_change');
  try {
    return await make(sql);
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    await sql.query('ROLLBACK TO SAVEPOINT before_change');
    return undefined;
  }
};

const each = (one: (table: Table, rows: Rows, column: string) => TableChange | undefined): Changes => {
  return (table, rows) => names(table).flatMap((column) => one(table, rows, column) ?? []);
};

/** Exchanges columns of a row of ours with another row that has other values there. */
const swap = (table: Table, ours: string, others: string, columns: string[]) => async (sql: Sql) => {
  const first = placeOf(table, ours);
  const tuple = (alias: string) => `ROW(${columns.map((column) => `${alias}.${column}::text`).join()})`;
  const second = `(SELECT r.ctid FROM ${table.name} r
    WHERE ${others} AND ${tuple('r')} IS DISTINCT FROM (SELECT ${tuple('f')} FROM ${table.name} f WHERE f.ctid = ${first})
    ORDER BY r::text LIMIT 1)`;
  const { rows } = await sql.query<{ first: string | null; second: string | null }>(
    `SELECT ${first} AS first, ${second} AS second`,
  );
  if (!rows[0]?.first || !rows[0].second) return undefined;
  const values = names(table).map((column) => `${columns.includes(column) ? 'y' : 'x'}.${column}`);
  const exchange = run(
    `WITH gone AS (DELETE FROM ${table.name} WHERE ctid IN ('${rows[0].first}', '${rows[0].second}') RETURNING *)
     INSERT INTO ${table.name} (${names(table).join()}) OVERRIDING SYSTEM VALUE
     SELECT ${values.join()} FROM gone x JOIN gone y ON x::text <> y::text`,
  );
  return ifUnique(exchange)(sql);
};

/** Which ledger or tenant a row belongs to. */
const SCOPES = ['tenant_id', 'ledger_id', 'log'];

/** Of each unique index without the column, one column, so that a copy can be inserted. It stays ours if it can. */
const others = ({ unique }: Table, column: string): string[] => [
  ...new Set(
    unique
      .filter((index) => !index.includes(column))
      .map((index) => index.find((one) => !SCOPES.includes(one)) ?? index[0]!),
  ),
];

/** Makes a row of theirs ours. */
const moved = (table: Table, { ours, theirs }: Rows): TableChange['make'] => {
  const scopes = names(table).filter((column) => SCOPES.includes(column));
  const our = (scope: string) => `(SELECT ${scope} FROM ${table.name} WHERE ${ours} LIMIT 1)`;
  const differ = scopes.map((scope) => `${scope} IS DISTINCT FROM ${our(scope)}`).join(' OR ') || 'false';
  const place = `ctid = ${placeOf(table, theirs)} AND (${differ})`;
  const update = (columns: string[]) => run(`UPDATE ${table.name} SET ${columns.join()} WHERE ${place}`);
  const own = scopes.map((scope) => `${scope} = ${our(scope)}`);
  if (scopes.length === 0) return () => Promise.resolve(undefined);
  const free = table.unique.flatMap((index) => index.find((column) => !SCOPES.includes(column)) ?? []);
  return async (sql) =>
    (await ifUnique(update(own))(sql)) ??
    (await ifUnique(update([...own, ...[...new Set(free)].map((one) => `${one} = ${other(table, one)}`)]))(sql));
};

/** By operation. */
export const TABLE_CHANGES: Record<string, Changes> = {
  edit: each((table, { ours }, column) => ({
    what: column,
    make: run(`UPDATE ${table.name} SET ${column} = ${other(table, column)} WHERE ctid = ${placeOf(table, ours)}`),
  })),
  deletion: (table, { ours }) => [
    { what: 'a row', make: run(`DELETE FROM ${table.name} WHERE ctid = ${placeOf(table, ours)}`) },
    { what: 'another row', make: run(`DELETE FROM ${table.name} WHERE ctid = ${placeOf(table, ours, true)}`) },
  ],
  insertion: (table, { ours }) =>
    table.key.map((column) => {
      const changed = [column, ...others(table, column)];
      const values = names(table).map((one) => (changed.includes(one) ? other(table, one) : one));
      return {
        what: `a copy with another ${changed.join(', ')}`,
        make: run(
          `INSERT INTO ${table.name} (${names(table).join()}) OVERRIDING SYSTEM VALUE
           SELECT ${values.join()} FROM ${table.name} WHERE ctid = ${placeOf(table, ours)}`,
        ),
      };
    }),
  swap: (table, { ours }) => [
    ...each((_, __, column) => ({ what: column, make: swap(table, ours, ours, [column]) }))(table, {
      ours,
      theirs: '',
    }),
    {
      what: 'all but the key',
      make: swap(
        table,
        ours,
        ours,
        names(table).filter((column) => !table.key.includes(column)),
      ),
    },
  ],
  transplant: (table, { ours, theirs }) => [
    ...names(table).map((column) => ({ what: `${column} of another`, make: swap(table, ours, theirs, [column]) })),
    { what: 'a row of another', make: moved(table, { ours, theirs }) },
  ],
  wipe: (table, { ours }) => [
    { what: 'our rows', make: run(`DELETE FROM ${table.name} WHERE ${ours}`) },
    { what: 'all rows', make: run(`DELETE FROM ${table.name}`) },
  ],
};
