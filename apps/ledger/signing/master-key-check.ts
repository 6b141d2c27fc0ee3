import type { Sql } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';

const CONTEXT = 'master-key-check';
const INSERT = 'INSERT INTO ledger.master_key_check (sealed) VALUES ($1) ON CONFLICT (only_row) DO NOTHING';
const GET = 'SELECT sealed FROM ledger.master_key_check';

/**
 * Rejects a master key that does not belong to this database, because every signature would look forged. The first
 * start stores a sealed value, which every later start must be able to open.
 */
export async function checkMasterKey(sql: Sql, sealer: Sealer): Promise<void> {
  await sql.query(INSERT, [sealer.seal(Buffer.from(CONTEXT), CONTEXT)]);
  const { rows } = await sql.query<{ sealed: Buffer }>(GET);
  try {
    sealer.open(rows[0]!.sealed, CONTEXT);
  } catch (cause) {
    throw new Error(
      "the master key is not the one that sealed this database's signing keys; " +
        'restore the PROBITY_MASTER_KEY of the installation (in one process: its secrets.json)',
      { cause },
    );
  }
}
