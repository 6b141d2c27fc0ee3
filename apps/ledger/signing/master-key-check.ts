import type { Sql } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import type { SigningKeys } from './signing-keys';

/** What the value of the check is sealed for. */
export const CHECK_CONTEXT = 'master-key-check';
const INSERT = 'INSERT INTO ledger.master_key_check (sealed) VALUES ($1) ON CONFLICT (only_row) DO NOTHING';
const GET = 'SELECT sealed FROM ledger.master_key_check';

/**
 * Rejects a master key that does not belong to this database, because every signature would look forged. The first
 * start stores a sealed value, which every later start must be able to open. When the value was lost with the database,
 * the signing keys that the events have say whether the master key is theirs.
 */
export async function checkMasterKey(sql: Sql, sealer: Sealer, keys: SigningKeys): Promise<void> {
  if ((await sql.query(GET)).rowCount === 0) {
    if (!(await keys.belongToMasterKey())) throw otherMasterKey();
    await sql.query(INSERT, [sealer.seal(Buffer.from(CHECK_CONTEXT), CHECK_CONTEXT)]);
  }
  const { rows } = await sql.query<{ sealed: Buffer }>(GET);
  try {
    sealer.open(rows[0]!.sealed, CHECK_CONTEXT);
  } catch (cause) {
    throw otherMasterKey({ cause });
  }
}

const otherMasterKey = (options?: ErrorOptions): Error =>
  new Error(
    "the master key is not the one that sealed this database's signing keys; " +
      'restore the PROBITY_MASTER_KEY of the installation (in one process: its secrets.json), or give it as ' +
      'PROBITY_PREVIOUS_MASTER_KEY',
    options,
  );
