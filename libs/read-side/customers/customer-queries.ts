import type { CustomerSummary, CustomerView, RiskHistoryItem } from '@probity/contracts/customers/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';
import { type CustomerFacts, customerView } from './customer-view';
import type { CustomersQuery } from './customers.query';
import { emailKey } from './email-key';

const GET = `
  SELECT id, tenant_id, profile, kyc_status, risk_rating, created_at, updated_at, restricted_at, erased_at
  FROM customer_risk.customers
  WHERE tenant_id = $1 AND id = $2 AND risk_rating IS NOT NULL`;

const SUMMARIES = `
  SELECT id, profile->>'email' AS email, external_id, profile->>'full_name' AS full_name,
    profile->>'business_name' AS business_name, customer_type, kyc_status, risk_rating, created_at
  FROM customer_risk.customers
  WHERE tenant_id = $1 AND risk_rating IS NOT NULL AND restricted_at IS NULL`;

const SCORED = `
  SELECT id FROM customer_risk.customers WHERE tenant_id = $1 AND risk_rating IS NOT NULL AND erased_at IS NULL`;

const HISTORY = `
  SELECT rating_from, rating_to, reason, trigger_type, score, actor_type, created_at FROM customer_risk.risk_history
  WHERE tenant_id = $1 AND customer_id = $2`;

const HOLDER_OF_REF = `
  SELECT customer_id FROM customer_risk.customer_account_refs WHERE tenant_id = $1 AND account_ref = $2
  ORDER BY created_at DESC, customer_id DESC LIMIT 1`;

const BY_EMAIL = 'SELECT id FROM customer_risk.customers WHERE tenant_id = $1 AND email_key = $2';
const SAME_EMAIL = `
  ${SUMMARIES} AND EXISTS (SELECT FROM customer_risk.customers other WHERE other.tenant_id = customers.tenant_id
    AND other.email_key = customers.email_key AND other.id <> customers.id)`;

export interface CustomerFilter extends Omit<CustomersQuery, keyof Page> {
  /** compared by its `emailKey` */
  email?: string;
}

/** Reads customers. Every query is restricted to one tenant. */
export class CustomerQueries {
  constructor(private readonly sql: Sql) {}

  async customer(tenantId: string, customerId: string): Promise<CustomerView | undefined> {
    const facts = await readView<CustomerFacts>(this.sql, GET, [tenantId, customerId]);
    return facts && customerView(facts);
  }

  /** Oldest first, without customers that are restricted. */
  customers(tenantId: string, page: Page, filter: CustomerFilter = {}): Promise<CustomerSummary[]> {
    const { email, external_id, kyc_status, risk_rating, customer_type } = filter;
    const email_key = email === undefined ? undefined : emailKey(email);
    const where = { email_key, external_id, kyc_status, risk_rating, customer_type };
    return listViews(this.sql, SUMMARIES, [tenantId], { where, order: 'created_at, id', page });
  }

  /** The ids of all customers that are scored, also of restricted ones; oldest first. */
  scored(tenantId: string, page: Page): Promise<Pick<CustomerSummary, 'id'>[]> {
    return listViews(this.sql, SCORED, [tenantId], { order: 'created_at, id', page });
  }

  /** The customers whose email another customer of the tenant has too. Those with the same email follow each other. */
  withSameEmail(tenantId: string, page: Page): Promise<CustomerSummary[]> {
    return listViews(this.sql, SAME_EMAIL, [tenantId], { order: 'email_key, created_at, id', page });
  }

  /** The ids of the customers with the email, including customers that readers do not see yet. */
  async idsByEmail(tenantId: string, email: string): Promise<string[]> {
    const { rows } = await this.sql.query<{ id: string }>(BY_EMAIL, [tenantId, emailKey(email)]);
    return rows.map(({ id }) => id);
  }

  /** The changes of the rating, oldest first. The first one is the rating at the creation of the customer. */
  riskHistory(tenantId: string, customerId: string, page: Page): Promise<RiskHistoryItem[]> {
    return listViews(this.sql, HISTORY, [tenantId, customerId], { order: 'revision', page });
  }

  /** The id of the customer that has the account reference. If several have it, the newest of them. */
  async byAccountRef(tenantId: string, accountRef: string): Promise<string | undefined> {
    const { rows } = await this.sql.query<{ customer_id: string }>(HOLDER_OF_REF, [tenantId, accountRef]);
    return rows[0]?.customer_id;
  }
}
