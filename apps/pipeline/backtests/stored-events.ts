import type { EventType } from '@probity/contracts/pipeline/views';
import type { Activity } from '@probity/monitoring/activity';
import { readFormattedAmount } from '@probity/monitoring/amount';
import type { Sql } from '@probity/persistence/database';
import type { ContextCustomer, ContextEvent } from '../monitoring-rules/rule-context-of';

const CUSTOMERS_AT_ONCE = 200;
const EVENTS_AT_ONCE = 2_000;

const CUSTOMERS = `
  SELECT id, profile, kyc_status, risk_rating, created_at, updated_at FROM customer_risk.customers
  WHERE tenant_id = $1 AND risk_rating IS NOT NULL
    AND ($2::timestamptz IS NULL OR (created_at, id) > ($2::timestamptz, $3::uuid))
  ORDER BY created_at, id LIMIT $4`;
const COUNT_CUSTOMERS = `
  SELECT count(*)::int AS customers FROM customer_risk.customers WHERE tenant_id = $1 AND risk_rating IS NOT NULL`;
/** Excludes events that repeat a transaction of an earlier event. */
const COUNTED = "tenant_id = $1 AND customer_id = $2 AND (transaction_id IS NOT NULL OR event_type <> 'transaction')";
const EVENTS = `
  SELECT event_id, event_type, (extract(epoch FROM occurred_at) * 1000)::float8 AS at, occurred_at::text AS place, payload,
    transaction_id, amount, comparable, currency, direction, method, counterparty, counterparty_country, channel,
    account_ref
  FROM pipeline.processed_events
  WHERE ${COUNTED} AND occurred_at > $3 AND occurred_at < $4
    AND ($5::timestamptz IS NULL OR (occurred_at, event_id) > ($5::timestamptz, $6::uuid))
  ORDER BY occurred_at, event_id LIMIT $7`;
const BEFORE = `
  SELECT count(*)::int AS count, (extract(epoch FROM max(occurred_at)) * 1000)::float8 AS last
  FROM pipeline.processed_events
  WHERE tenant_id = $1 AND customer_id = $2 AND transaction_id IS NOT NULL AND occurred_at <= $3`;

export interface StoredEvent extends ContextEvent {
  event_id: string;
}

interface EventRow extends Omit<Activity, 'transaction_id' | 'amount'> {
  event_id: string;
  event_type: EventType;
  place: string;
  payload: Record<string, unknown>;
  transaction_id: string | null;
  amount: string;
}

export async function countCustomers(sql: Sql, tenantId: string): Promise<number> {
  const { rows } = await sql.query<{ customers: number }>(COUNT_CUSTOMERS, [tenantId]);
  return rows[0]!.customers;
}

/** All customers of a tenant, in pages. */
export async function* customersOf(sql: Sql, tenantId: string): AsyncGenerator<ContextCustomer[]> {
  let last: ContextCustomer | undefined;
  for (;;) {
    const place = [last?.created_at ?? null, last?.id ?? null];
    const { rows } = await sql.query<ContextCustomer>(CUSTOMERS, [tenantId, ...place, CUSTOMERS_AT_ONCE]);
    if (rows.length > 0) yield rows;
    if (rows.length < CUSTOMERS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

/** The processed events of a customer between two times, both exclusive, in the order of their time, in pages. */
export async function* eventsOf(
  sql: Sql,
  tenantId: string,
  customerId: string,
  after: Date | '-infinity',
  before: Date | 'infinity',
): AsyncGenerator<StoredEvent[]> {
  let last: EventRow | undefined;
  for (;;) {
    const place = [last?.place ?? null, last?.event_id ?? null];
    const values = [tenantId, customerId, after, before, ...place, EVENTS_AT_ONCE];
    const { rows } = await sql.query<EventRow>(EVENTS, values);
    if (rows.length > 0) yield rows.map(toEvent);
    if (rows.length < EVENTS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

/** The number of a customer's transactions up to a time, and the time of the last one in epoch milliseconds. */
export async function transactionsUntil(
  sql: Sql,
  tenantId: string,
  customerId: string,
  until: Date,
): Promise<{ count: number; last: number | null }> {
  const { rows } = await sql.query<{ count: number; last: number | null }>(BEFORE, [tenantId, customerId, until]);
  return rows[0]!;
}

function toEvent({
  event_id,
  event_type,
  at,
  payload,
  place: _place,
  transaction_id,
  amount,
  ...rest
}: EventRow): StoredEvent {
  const activity =
    transaction_id === null ? null : { ...rest, transaction_id, at, amount: readFormattedAmount(amount) };
  return { event_id, event_type, at, payload, activity };
}
