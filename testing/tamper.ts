import type { Database } from '@probity/persistence/database';

/** Runs a statement as the owner of the database can: without triggers, also the one that keeps events as they are. */
export function tamper(owner: Database, statement: string, ...values: unknown[]): Promise<void> {
  return owner.transaction(async (sql) => {
    await sql.query('SET LOCAL session_replication_role = replica');
    await sql.query(statement, values);
  });
}
