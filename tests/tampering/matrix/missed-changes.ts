import type { Database } from '@probity/persistence/database';
import { tamper } from '../stored-state';
import { type Rows, TABLE_CHANGES } from './table-changes';
import { tableNamed } from './tables';

export interface Checked {
  owner: Database;
  table: string;
  rows: Rows;
  /** Returns how the change of the rows was noticed; undefined: it was not. */
  noticed(): Promise<unknown>;
  /** which changes are made; default: all */
  isMade?: (what: string) => boolean;
  /** Restores the rows after a change that was not noticed. */
  restore?(): Promise<unknown>;
}

/** Returns how many rows of the table are not as they were. */
async function differences(owner: Database, table: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT t::text AS row FROM ${table} t) t
     FULL JOIN (SELECT k::text AS row FROM kept_rows k) k USING (row) WHERE t IS NULL OR k IS NULL`,
  );
  return rows[0]!.count;
}

/**
 * Makes every change of one operation in a table. Returns the changes that were not noticed, and the ones that `restore` did
 * not undo. Puts the rows back.
 */
export async function missedChanges(operation: string, { owner, table: name, rows, ...checked }: Checked) {
  const table = await tableNamed(owner, name);
  await owner.query('DROP TABLE IF EXISTS kept_rows');
  await owner.query(`CREATE TABLE kept_rows AS TABLE ${name}`);
  const missed: string[] = [];
  const stayed: string[] = [];
  let tried = 0;
  for (const { what, make } of TABLE_CHANGES[operation]!(table, rows)) {
    if (checked.isMade?.(what) === false) continue;
    const changed = await tamper(owner, make);
    if (!changed) continue;
    tried++;
    if ((await checked.noticed()) === undefined) {
      missed.push(what);
      await checked.restore?.();
      if ((await differences(owner, name)) > 0) stayed.push(what);
    }
    await tamper(owner, async (sql) => {
      await sql.query(`DELETE FROM ${name}`);
      await sql.query(`INSERT INTO ${name} OVERRIDING SYSTEM VALUE TABLE kept_rows`);
    });
  }
  return { missed, stayed, tried };
}
