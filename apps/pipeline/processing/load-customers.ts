import type { Assessment } from '@probity/contracts/customers/events';
import type { KycStatus, RiskRating } from '@probity/contracts/customers/profile';
import type { Sql } from '@probity/persistence/database';
import type { ContextCustomer } from '../monitoring-rules/rule-context-of';

const LOAD = `
  SELECT id, tenant_id, profile, kyc_status, risk_rating, assessment->'composite_score' AS composite_score, created_at,
    updated_at, revision::int AS revision
  FROM customer_risk.customers
  WHERE id = ANY($1) AND risk_rating IS NOT NULL AND erased_at IS NULL`;

/** A customer as the pipeline sees it. */
export interface LoadedCustomer extends ContextCustomer {
  tenant_id: string;
  kyc_status: KycStatus;
  risk_rating: RiskRating;
  /** of its last assessment */
  composite_score: Assessment['composite_score'];
  /** the revision of its stream that this state reflects */
  revision: number;
}

export async function loadCustomers(sql: Sql, ids: string[]): Promise<Map<string, LoadedCustomer>> {
  const { rows } = await sql.query<LoadedCustomer>(LOAD, [ids]);
  return new Map(rows.map((customer) => [customer.id, customer]));
}
