import type { LedgerCheckpointView } from '@probity/contracts/checkpoints/views';
import type { Static } from 'typebox';
import type { Sql } from '@probity/persistence/database';
import { until } from '../crash/until';
import type { Product } from './product';
import type { SampleLedger } from './sample-ledger';

/** Waits until the notary has signed all postings of the ledger, and returns the signed note. */
export async function signedCheckpoint(product: Product, ledger: SampleLedger): Promise<string> {
  const path = `/tenants/${product.tenantSlug}/ledgers/${ledger.id}/checkpoint`;
  const signed = async (): Promise<Static<typeof LedgerCheckpointView> | undefined> =>
    (await product.api.get<{ data?: Static<typeof LedgerCheckpointView> }>(path)).body.data;
  await until('the ledger is signed', async () => (await signed())?.tree_size === ledger.postings.length);
  return (await signed())!.checkpoint;
}

/**
 * From now on the notary's rows about ledgers stay as they are: the tests restore ledgers again and again, while the notary
 * goes on.
 */
export async function keepCheckpoints({ database: { owner } }: Product): Promise<void> {
  await owner.query("CREATE FUNCTION notary.stay() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
  await owner.query(`
    CREATE TRIGGER stay BEFORE INSERT OR UPDATE OR DELETE ON notary.ledger_checkpoints
    FOR EACH ROW EXECUTE FUNCTION notary.stay()`);
}

/** Removes all that the notary has signed: the rows about ledgers, and its logs, as if it had never run. */
export async function forgetCheckpoints(sql: Sql): Promise<void> {
  await sql.query('DELETE FROM notary.ledger_checkpoints');
  await sql.query("DELETE FROM event_store.events WHERE stream LIKE 'notary-log-%'");
}
