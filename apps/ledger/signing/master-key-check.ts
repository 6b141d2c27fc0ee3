import type { Sql } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';

const CONTEXT = 'master-key-check';
const INSERT = 'INSERT INTO ledger.master_key_check (sealed) VALUES ($1) ON CONFLICT (only_row) DO NOTHING';
const GET = 'SELECT sealed FROM ledger.master_key_check';

/**
 * Refuses a master key that is not the one of this database: under another one every signature would
 * look forged. The first start leaves a sealed value behind, later ones must be able to open it.
 */
export async function checkMasterKey(sql: Sql, sealer: Sealer): Promise<void> {
  await sql.query(INSERT, [sealer.seal(Buffer.from(CONTEXT), CONTEXT)]);
  const { rows } = await sql.query<{ sealed: Buffer }>(GET);
  try {
    sealer.open(rows[0]!.sealed, CONTEXT);
  } catch (cause) {
    throw new Error(
      "the master key is not the one that this database's signing keys are sealed with; " +
        'put back the PROBITY_MASTER_KEY (in one process: the secrets.json) that it was made with',
      { cause },
    );
  }
}
