import type { ActorType, TriggerType } from '@probity/contracts/customers/events';
import type { CustomerProfile, KycStatus, RiskRating } from '@probity/contracts/customers/profile';
import type { CustomerSummary, CustomerView, RiskHistoryItem } from '@probity/contracts/customers/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { customerView } from './customer-view';
import { emailKey } from './email-key';
import { listConditions } from '../list-conditions';

const GET = `
  SELECT id, tenant_id, profile, kyc_status, risk_rating, created_at, updated_at FROM customer_risk.customers
  WHERE tenant_id = $1 AND id = $2 AND risk_rating IS NOT NULL`;

const SUMMARIES = `
  SELECT id, profile->>'email' AS email, external_id, profile->>'full_name' AS full_name,
    profile->>'business_name' AS business_name, customer_type, kyc_status, risk_rating, created_at
  FROM customer_risk.customers
  WHERE tenant_id = $1 AND risk_rating IS NOT NULL`;

const HISTORY = `
  SELECT rating_from, rating_to, reason, trigger_type, score, actor_type, created_at FROM customer_risk.risk_history
  WHERE tenant_id = $1 AND customer_id = $2 ORDER BY revision LIMIT $3 OFFSET $4`;

const HOLDER_OF_REF = `
  SELECT customer_id FROM customer_risk.customer_account_refs WHERE tenant_id = $1 AND account_ref = $2
  ORDER BY created_at DESC, customer_id DESC LIMIT 1`;

interface CustomerRow {
  id: string;
  tenant_id: string;
  profile: CustomerProfile;
  kyc_status: KycStatus;
  risk_rating: RiskRating;
  created_at: Date;
  updated_at: Date;
}

interface SummaryRow extends Omit<CustomerSummary, 'created_at'> {
  created_at: Date;
}

interface HistoryRow extends Omit<RiskHistoryItem, 'created_at'> {
  trigger_type: TriggerType;
  actor_type: ActorType;
  created_at: Date;
}

export interface CustomerFilter {
  /** without regard to case */
  email?: string;
  external_id?: string;
  kyc_status?: KycStatus;
  risk_rating?: RiskRating;
  customer_type?: string;
}

/** Reads of customers. Every one asks for the tenant. */
export class CustomerQueries {
  constructor(private readonly sql: Sql) {}

  async customer(tenantId: string, customerId: string): Promise<CustomerView | undefined> {
    const { rows } = await this.sql.query<CustomerRow>(GET, [tenantId, customerId]);
    return rows[0] && toCustomer(rows[0]);
  }

  /** Oldest first. */
  async customers(tenantId: string, { limit, offset }: Page, filter: CustomerFilter = {}): Promise<CustomerSummary[]> {
    const { where, values } = listConditions(
      [tenantId, limit, offset],
      [
        ['email_key = ?', filter.email === undefined ? undefined : emailKey(filter.email)],
        ['external_id = ?', filter.external_id],
        ['kyc_status = ?', filter.kyc_status],
        ['risk_rating = ?', filter.risk_rating],
        ['customer_type = ?', filter.customer_type],
      ],
    );
    const { rows } = await this.sql.query<SummaryRow>(
      `${SUMMARIES}${where} ORDER BY created_at, id LIMIT $2 OFFSET $3`,
      values,
    );
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  }

  /** Changes of the rating, oldest first; the first one is the rating that the customer was given when it was created. */
  async riskHistory(tenantId: string, customerId: string, { limit, offset }: Page): Promise<RiskHistoryItem[]> {
    const { rows } = await this.sql.query<HistoryRow>(HISTORY, [tenantId, customerId, limit, offset]);
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  }

  /** The id of the customer who holds the reference; of several the newest. */
  async byAccountRef(tenantId: string, accountRef: string): Promise<string | undefined> {
    const { rows } = await this.sql.query<{ customer_id: string }>(HOLDER_OF_REF, [tenantId, accountRef]);
    return rows[0]?.customer_id;
  }
}

export function toCustomer(row: CustomerRow): CustomerView {
  return customerView({ ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() });
}
