import type { Sql } from '@probity/persistence/database';

/** Customers of the plugin: those whose kyc_provider is empty or names it. Two are enough to know that it is not one. */
const OF_PLUGIN = `coalesce(lower(trim(c.profile->>'kyc_provider')), '') IN ('', $3) ORDER BY c.id LIMIT 2`;
const BY_REF = `
  SELECT c.id FROM customer_risk.customers c
  WHERE c.tenant_id = $1 AND c.profile->>'kyc_provider_ref' = $2 AND ${OF_PLUGIN}`;
const BY_ACCOUNT = `
  SELECT c.id FROM customer_risk.customer_account_refs a JOIN customer_risk.customers c ON c.id = a.customer_id
  WHERE a.tenant_id = $1 AND a.account_ref = $2 AND c.tenant_id = $1
    AND coalesce(c.profile->>'kyc_provider_ref', '') = '' AND ${OF_PLUGIN}`;

export interface SignalReference {
  tenant_id: string;
  plugin: string;
  customer_ref: string | null;
  account_ref: string | null;
}

/**
 * The customer that a signal is about: by kyc_provider_ref, else by account_refs among customers without a
 * kyc_provider_ref. If several match, the two with the lowest ids.
 */
export async function matchCustomers(
  sql: Sql,
  { tenant_id, plugin, customer_ref, account_ref }: SignalReference,
): Promise<string[]> {
  const searches = [
    { statement: BY_REF, reference: customer_ref },
    { statement: BY_ACCOUNT, reference: account_ref },
  ];
  for (const { statement, reference } of searches) {
    if (!reference) continue;
    const { rows } = await sql.query<{ id: string }>(statement, [tenant_id, reference, plugin]);
    if (rows.length > 0) return rows.map(({ id }) => id);
  }
  return [];
}
