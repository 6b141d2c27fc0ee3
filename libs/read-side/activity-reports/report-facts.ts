import type { ReportContent } from '@probity/contracts/activity-reports/content';
import type {
  ReportableTransaction,
  ReportedTransaction,
  ReportFacts,
  ReportSubject,
} from '@probity/contracts/activity-reports/facts';
import type { CustomerView } from '@probity/contracts/customers/views';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { Sql } from '@probity/persistence/database';
import { readAccess } from '../customers/customer-access';
import { CustomerQueries } from '../customers/customer-queries';
import { SettingsQueries } from '../settings/settings-queries';
import { readViews } from '../views';
import { localAmount } from './local-amount';
import { redactedFacts, redactedTransaction } from './redacted-facts';

const EVENTS = `
  SELECT event_id, payload FROM pipeline.processed_events
  WHERE tenant_id = $1 AND customer_id = $2 AND event_type = 'transaction' AND duplicate_of IS NULL
    AND event_id = ANY($3)
  ORDER BY occurred_at, event_id`;
const ALERTS = `
  SELECT id AS alert_id, alert_type, severity, title, status, created_at AS raised_at FROM customer_risk.alerts
  WHERE tenant_id = $1 AND customer_id = $2 AND id = ANY($3) ORDER BY created_at, id`;
/** The transactions behind these alerts, and then the newest others of the customer. Both are read from indices. */
const CANDIDATES = `
  WITH raised AS MATERIALIZED (
    SELECT DISTINCT a.event_id FROM customer_risk.alerts a
    WHERE a.tenant_id = $1 AND a.id = ANY($3) AND a.event_id IS NOT NULL),
  newest AS MATERIALIZED (
    SELECT event_id FROM pipeline.processed_events
    WHERE tenant_id = $1 AND customer_id = $2 AND transaction_id IS NOT NULL
    ORDER BY occurred_at DESC, event_id DESC LIMIT $4),
  either AS (SELECT event_id, true AS raised FROM raised
    UNION ALL SELECT event_id, false FROM newest WHERE event_id NOT IN (SELECT event_id FROM raised))
  SELECT event_id, payload, raised FROM either JOIN pipeline.processed_events USING (event_id)
  WHERE tenant_id = $1 AND customer_id = $2 AND event_type = 'transaction' AND duplicate_of IS NULL
  ORDER BY raised DESC, occurred_at DESC, event_id LIMIT $4`;

type Json = Record<string, unknown>;
interface StoredEvent {
  event_id: string;
  payload: Json;
}

/** Reads what a report says besides what staff wrote. Every query is restricted to one tenant and one customer. */
export class ReportFactsQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * Undefined when the customer does not exist. What does not belong to it is left out; of a restricted customer, also
   * what names a person.
   */
  async facts(
    tenantId: string,
    customerId: string,
    { event_ids, alert_ids }: Pick<ReportContent, 'event_ids' | 'alert_ids'>,
  ): Promise<ReportFacts | undefined> {
    const customer = await new CustomerQueries(this.sql).customer(tenantId, customerId);
    if (!customer) return undefined;
    const isRestricted = await this.isRestricted(tenantId, customerId);
    const { settings } = await new SettingsQueries(this.sql).current(tenantId);
    const events = await readViews<StoredEvent>(this.sql, EVENTS, [tenantId, customerId, event_ids]);
    const alerts = await readViews<ReportFacts['alerts'][number]>(this.sql, ALERTS, [tenantId, customerId, alert_ids]);
    const facts = {
      entity: settings.reporting,
      subject: subjectOf(customer),
      transactions: events.map((event) => transactionOf(event, settings)),
      alerts,
    };
    return isRestricted ? redactedFacts(facts) : facts;
  }

  /** Transactions that a report about the customer can include: those behind the alerts first, then the newest. */
  async candidates(
    tenantId: string,
    customerId: string,
    alertIds: string[],
    limit: number,
  ): Promise<ReportableTransaction[]> {
    const { settings } = await new SettingsQueries(this.sql).current(tenantId);
    const events = await readViews<StoredEvent & { raised: boolean }>(this.sql, CANDIDATES, [
      tenantId,
      customerId,
      alertIds,
      limit,
    ]);
    const isRestricted = await this.isRestricted(tenantId, customerId);
    const transactions = events.map((event) => ({ ...transactionOf(event, settings), behind_alert: event.raised }));
    return isRestricted ? transactions.map(redactedTransaction) : transactions;
  }

  /** Whether the erasure of the customer was requested: then its personal data is not shown. */
  async isRestricted(tenantId: string, customerId: string): Promise<boolean> {
    return (await readAccess(this.sql, tenantId, customerId))?.is_restricted ?? false;
  }
}

function subjectOf(customer: CustomerView): ReportSubject {
  const { address } = customer;
  const lines = [address?.line1, address?.line2].filter((line) => line !== undefined && line !== '');
  return {
    customer_id: customer.id,
    customer_type: customer.customer_type,
    name:
      (customer.customer_type === 'corporate' ? customer.business_name : customer.full_name) ??
      customer.full_name ??
      '',
    email: customer.email,
    phone: customer.phone,
    external_id: customer.external_id,
    nationality: customer.nationality,
    date_of_birth: customer.date_of_birth,
    occupation: customer.occupation,
    source_of_funds: customer.source_of_funds,
    registration_no: customer.registration_no,
    tax_id: customer.tax_id,
    business_type: customer.business_type,
    address_line: lines.length > 0 ? lines.join(', ') : null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    postal_code: address?.postal_code ?? null,
    country: address?.country ?? null,
    identity_documents: customer.identity_documents,
    risk_rating: customer.risk_rating,
    kyc_status: customer.kyc_status,
  };
}

function transactionOf(
  { event_id, payload }: StoredEvent,
  { reporting, monitoring }: ComplianceSettings,
): ReportedTransaction {
  const { counterparty } = payload as { counterparty?: Json | null };
  const amount = text(payload.amount) ?? '0';
  const currency = text(payload.currency) ?? '';
  return {
    event_id,
    transaction_id: text(payload.transaction_id) ?? event_id,
    occurred_at: text(payload.occurred_at) ?? '',
    amount,
    currency,
    ...localAmount(amount, currency, reporting.currency, monitoring),
    direction: text(payload.direction) ?? '',
    method: text(payload.method) ?? 'other',
    account_ref: text(payload.account_ref),
    description: text(payload.description),
    reference: text(payload.reference),
    counterparty_name: text(counterparty?.name),
    counterparty_account: text(counterparty?.account),
    counterparty_country: text(counterparty?.country),
    counterparty_type: text(counterparty?.type),
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
