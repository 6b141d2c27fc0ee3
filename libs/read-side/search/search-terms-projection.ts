import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { Sql } from '@probity/persistence/database';
import { searchTerms } from './search-terms';

const FORGET = 'DELETE FROM customer_risk.search_terms WHERE customer_id = $1';
const INSERT = `
  INSERT INTO customer_risk.search_terms (tenant_id, term, customer_id)
  SELECT $1, term, $2 FROM unnest($3::text[]) AS t (term) ON CONFLICT DO NOTHING`;

interface Indexed {
  customer_id: string;
  tenant_id: string;
}

/** Stores the terms of a new customer. */
export async function insertSearchTerms(sql: Sql, customer: Indexed, profile: CustomerProfile): Promise<void> {
  await sql.query(INSERT, [customer.tenant_id, customer.customer_id, searchTerms(profile)]);
}

/** Replaces the terms of a customer. The caller has locked the customer's row. */
export async function replaceSearchTerms(sql: Sql, customer: Indexed, profile: CustomerProfile): Promise<void> {
  await sql.query(FORGET, [customer.customer_id]);
  await insertSearchTerms(sql, customer, profile);
}
