import type { PersonalKind } from '@probity/contracts/personal-data/personal';

/** How long data are kept. */
export const RETENTIONS = {
  customer: '`retention.customer_years` of the tenant after the end of the relationship, if the erasure was requested',
  payload: '`retention.provider_payload_years` of the tenant after the receipt, or until the customer is erased',
  processing: 'until the event is processed, or the customer is erased',
  delivery: '90 days after the delivery has ended, or until the customer is erased',
  backtest: 'while the backtest is one of the newest of its tenant, or until a customer in it is erased',
  day: '24 hours',
  cache: 'until it expires, at most 24 hours',
} as const;
export type Retention = keyof typeof RETENTIONS;

/** Columns of tables with personal data. `privacy.erase_customer` overwrites or deletes all of them that are in clear. */
export interface PersonalColumns {
  table: string;
  columns: Record<string, PersonalKind>;
  retention: Retention;
  /** sealed with a key of the installation, so that they are in clear in no file; the rows are deleted when they expire */
  sealed?: true;
}

export const PERSONAL_COLUMNS: PersonalColumns[] = [
  {
    table: 'customer_risk.customers',
    columns: { email_key: 'contact', external_id: 'reference', profile: 'identity', assessment: 'free_text' },
    retention: 'customer',
  },
  { table: 'customer_risk.customer_account_refs', columns: { account_ref: 'reference' }, retention: 'customer' },
  {
    table: 'customer_risk.allow_list_entries',
    columns: { counterparty: 'finding', matched_name: 'finding', reason: 'free_text', end_reason: 'free_text' },
    retention: 'customer',
  },
  { table: 'customer_risk.search_terms', columns: { term: 'identity' }, retention: 'customer' },
  { table: 'customer_risk.claims', columns: { name: 'contact' }, retention: 'customer' },
  { table: 'customer_risk.risk_history', columns: { reason: 'free_text' }, retention: 'customer' },
  {
    table: 'customer_risk.alerts',
    columns: {
      title: 'free_text',
      trigger_ref: 'reference',
      metadata: 'finding',
      match: 'finding',
      evidence: 'finding',
      decisions: 'free_text',
      counterparty_country: 'finding',
      tags: 'free_text',
      reopened: 'free_text',
    },
    retention: 'customer',
  },
  {
    table: 'customer_risk.cases',
    columns: { title: 'free_text', reason: 'free_text', entries: 'free_text' },
    retention: 'customer',
  },
  {
    table: 'customer_risk.case_files',
    columns: { name: 'document', removal_reason: 'free_text' },
    retention: 'customer',
  },
  {
    table: 'customer_risk.reports',
    columns: {
      narrative: 'free_text',
      measures: 'free_text',
      facts: 'finding',
      reference: 'reference',
      entries: 'free_text',
    },
    retention: 'customer',
  },
  {
    table: 'customer_risk.provider_signals',
    columns: { kyc_reason: 'free_text', metadata: 'finding' },
    retention: 'customer',
  },
  { table: 'customer_risk.audit_events', columns: { reason: 'free_text', data: 'free_text' }, retention: 'customer' },
  {
    table: 'pipeline.inbox',
    columns: { payload: 'finding', subject: 'reference', last_error: 'free_text' },
    retention: 'processing',
  },
  {
    table: 'pipeline.processed_events',
    columns: {
      payload: 'finding',
      stages: 'finding',
      transaction_id: 'reference',
      counterparty: 'finding',
      counterparty_country: 'finding',
      account_ref: 'reference',
    },
    retention: 'customer',
  },
  { table: 'pipeline.subjects', columns: { subject: 'reference' }, retention: 'customer' },
  {
    table: 'pipeline.provider_signals',
    columns: {
      provider_event_id: 'reference',
      customer_ref: 'reference',
      account_ref: 'reference',
      kyc: 'free_text',
      alert: 'finding',
      metadata: 'finding',
      lane: 'reference',
      last_error: 'free_text',
    },
    retention: 'customer',
  },
  { table: 'pipeline.backtests', columns: { examples: 'finding' }, retention: 'backtest' },
  { table: 'webhooks.events', columns: { body: 'finding' }, retention: 'delivery' },
  { table: 'platform.dead_letters', columns: { reason: 'free_text' }, retention: 'customer' },
  { table: 'pipeline.provider_payloads', columns: { sealed_payload: 'finding' }, retention: 'payload', sealed: true },
  { table: 'pipeline.provider_responses', columns: { sealed: 'finding' }, retention: 'cache', sealed: true },
  {
    table: 'customer_risk.idempotency_records',
    columns: { given: 'finding', result: 'finding' },
    retention: 'day',
    sealed: true,
  },
  {
    table: 'pipeline.idempotency_records',
    columns: { given: 'finding', result: 'finding' },
    retention: 'day',
    sealed: true,
  },
];
