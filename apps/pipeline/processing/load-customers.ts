import type { Assessment } from '@probity/contracts/customers/events';
import type { CustomerProfile, KycStatus, RiskRating } from '@probity/contracts/customers/profile';
import type { Sql } from '@probity/persistence/database';

const LOAD = `
  SELECT id, tenant_id, profile, kyc_status, risk_rating, assessment, created_at FROM customer_risk.customers
  WHERE id = ANY($1) AND risk_rating IS NOT NULL`;

/** A customer as the pipeline sees it. */
export interface LoadedCustomer {
  id: string;
  tenant_id: string;
  profile: CustomerProfile;
  kyc_status: KycStatus;
  risk_rating: RiskRating;
  assessment: Assessment;
  created_at: Date;
}

export async function loadCustomers(sql: Sql, ids: string[]): Promise<Map<string, LoadedCustomer>> {
  const { rows } = await sql.query<LoadedCustomer>(LOAD, [ids]);
  return new Map(rows.map((customer) => [customer.id, customer]));
}
