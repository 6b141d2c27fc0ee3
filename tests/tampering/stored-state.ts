import type { Database, Sql } from '@probity/persistence/database';

/** The tables that a rebuild recreates, in the order in which rows depend on each other. */
export const PROJECTIONS = ['ledger.ledgers', 'ledger.accounts', 'ledger.transactions', 'ledger.entries'];
const TABLES = [
  ...PROJECTIONS,
  'ledger.signing_keys',
  'ledger.account_codes',
  'ledger.tree_nodes',
  'notary.ledger_checkpoints',
  'event_store.events',
];

const copyOf = (table: string): string => `kept.${table.replace('.', '_')}`;

/**
 * Changes stored data as the owner of the database could, with triggers and foreign keys disabled. The notary goes on
 * meanwhile. The lock keeps its appends from the middle of the change, which would leave gaps in its logs.
 */
export function tamper<T>(owner: Database, change: (sql: Sql) => Promise<T>): Promise<T> {
  return owner.transaction(async (sql) => {
    await sql.query('SET LOCAL session_replication_role = replica');
    await sql.query('LOCK TABLE event_store.events IN SHARE ROW EXCLUSIVE MODE');
    return change(sql);
  });
}

/** Copies the stored data of ledgers, so that every test can start with the same data. */
export async function keepState(owner: Database): Promise<void> {
  await owner.query('DROP SCHEMA IF EXISTS kept CASCADE');
  await owner.query('CREATE SCHEMA kept');
  for (const table of TABLES) await owner.query(`CREATE TABLE ${copyOf(table)} AS TABLE ${table}`);
}

export async function restoreState(owner: Database): Promise<void> {
  await tamper(owner, async (sql) => {
    for (const table of TABLES) {
      await sql.query(`DELETE FROM ${table}`);
      await sql.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${copyOf(table)}`);
    }
  });
}

/** Returns the rows of the projections that differ from the copies, with a sign in front. */
export async function differencesFromKept(owner: Database): Promise<string[]> {
  const found: string[] = [];
  for (const table of PROJECTIONS) {
    const now = await rowsOf(owner, table);
    const kept = await rowsOf(owner, copyOf(table));
    found.push(...now.filter((row) => !kept.includes(row)).map((row) => `+ ${table} ${row}`));
    found.push(...kept.filter((row) => !now.includes(row)).map((row) => `- ${table} ${row}`));
  }
  return found;
}

async function rowsOf(owner: Database, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
  return rows.map(({ row }) => row);
}
