import type { Sql } from '@probity/persistence/database';

const SCHEMAS = ['back_office', 'customer_risk', 'ledger', 'pipeline', 'webhooks'];
const FUNCTION = `
  CREATE OR REPLACE FUNCTION public.forbid_results() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.result IS NOT NULL THEN RAISE EXCEPTION 'results are forbidden by a test'; END IF;
    RETURN NEW;
  END $$`;

/**
 * Prevents every service from recording the result of an operation with an Idempotency-Key. Returns how to allow it
 * again; the operations in between then count as interrupted.
 */
export async function forbidResults(sql: Sql): Promise<() => Promise<void>> {
  await sql.query(FUNCTION);
  for (const schema of SCHEMAS) {
    await sql.query(`CREATE TRIGGER forbid_results BEFORE UPDATE ON ${schema}.idempotency_records
      FOR EACH ROW EXECUTE FUNCTION public.forbid_results()`);
  }
  return async () => {
    for (const schema of SCHEMAS) {
      await sql.query(`DROP TRIGGER forbid_results ON ${schema}.idempotency_records`);
      await sql.query(`UPDATE ${schema}.idempotency_records SET lease_until = now() WHERE result IS NULL`);
    }
  };
}
