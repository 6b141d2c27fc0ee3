import type { CustomerNetwork, NetworkCounterparty, NetworkCustomer } from '@probity/contracts/customers/network';
import type { Sql } from '@probity/persistence/database';
import { readView, readViews } from '../views';
import { readAccess, referenceCurrency } from './customer-access';

/** Transactions of the customer that are counted. */
const MAX_COUNTED = 10_000;
const MAX_COUNTERPARTIES = 30;
/** Other customers of one counterparty that are looked at, and how many of them are shown. */
const MAX_LOOKED_AT = 20;
const MAX_SHARING = 8;
/** Alerts of the customer that mark its counterparties. */
const MAX_ALERTS = 500;

const ONE_CURRENCY = ' AND (SELECT count(DISTINCT currency) < 2 FROM counted WHERE comparable IS NOT FALSE)';
/**
 * `counted` is read from the index `transactions_of_customer` alone, if there is a reference currency. Without one,
 * amounts in several currencies are not added.
 */
const counterpartiesSql = (hasReference: boolean): string => `
  WITH counted AS MATERIALIZED (
    SELECT p.event_id, p.occurred_at, p.amount, p.comparable, p.direction, p.counterparty${hasReference ? '' : ', p.currency'}
    FROM pipeline.processed_events p
    WHERE p.tenant_id = $1 AND p.customer_id = $2 AND p.transaction_id IS NOT NULL
    ORDER BY p.occurred_at DESC, p.event_id DESC LIMIT ${MAX_COUNTED + 1}),
  kept AS (SELECT *, comparable IS NOT FALSE${hasReference ? '' : ONE_CURRENCY} AS has_rate FROM counted ORDER BY occurred_at DESC, event_id DESC LIMIT ${MAX_COUNTED}),
  grouped AS (
    SELECT counterparty, count(*)::int AS transactions,
      coalesce(trim_scale(sum(amount) FILTER (WHERE direction = 'inbound' AND has_rate)), 0)::text
        AS inbound,
      coalesce(trim_scale(sum(amount) FILTER (WHERE direction = 'outbound' AND has_rate)), 0)::text
        AS outbound,
      count(*) FILTER (WHERE NOT has_rate)::int AS without_rate,
      (array_agg(event_id ORDER BY occurred_at DESC, event_id DESC))[1] AS last_event
    FROM kept WHERE counterparty IS NOT NULL GROUP BY counterparty),
  shown AS (SELECT * FROM grouped ORDER BY transactions DESC, counterparty LIMIT ${MAX_COUNTERPARTIES})
  SELECT (SELECT count(*) FROM counted)::int AS counted, (SELECT count(*) FROM grouped)::int AS all_counterparties,
    (SELECT count(*) FROM kept WHERE counterparty IS NULL)::int AS without_counterparty,
    (SELECT coalesce(sum(transactions), 0) FROM grouped)::int AS with_counterparty,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT s.counterparty, p.payload->'counterparty'->>'name' AS name,
        p.payload->'counterparty'->>'account' AS account, p.counterparty_country AS country, s.transactions, s.inbound,
        s.outbound, s.without_rate, p.occurred_at AS last_at
      FROM shown s JOIN pipeline.processed_events p ON p.tenant_id = $1 AND p.event_id = s.last_event
      ORDER BY s.transactions DESC, s.counterparty) x) AS counterparties`;

/** A match of a vessel or a text of a transaction says nothing about its counterparty. */
const IS_OF_COUNTERPARTY = "a.match->>'subject' = 'counterparty' AND a.match->>'part' IS NULL";

/** The newest alerts of the customer that its transactions raised, by the counterparty of the transaction. */
const MARKS = `
  SELECT p.counterparty, count(*)::int AS alerts, count(*) FILTER (WHERE a.status IN ('open', 'escalated'))::int AS active,
    bool_or(a.resolution = 'confirmed_match' AND ${IS_OF_COUNTERPARTY}) AS confirmed,
    bool_or(a.status IN ('open', 'escalated') AND ${IS_OF_COUNTERPARTY}) AS potential,
    bool_or(EXISTS (SELECT FROM customer_risk.allow_list_entries l
      WHERE l.tenant_id = $1 AND l.customer_id = $2 AND l.alert_id = a.id AND l.ended_at IS NULL AND l.until > $4))
      AS is_allowed
  FROM (SELECT id, event_id, status, resolution, match FROM customer_risk.alerts
    WHERE tenant_id = $1 AND customer_id = $2 ORDER BY created_at DESC, id DESC LIMIT ${MAX_ALERTS}) a
  JOIN pipeline.processed_events p ON p.tenant_id = $1 AND p.event_id = a.event_id
  WHERE p.counterparty = ANY($3) GROUP BY p.counterparty`;

/** Of each counterparty the first other customers: one step in the index for each, however many transactions they have. */
const SHARED = `
  SELECT k.counterparty, o.customer_id FROM unnest($3::text[]) AS k (counterparty) CROSS JOIN LATERAL (
    WITH RECURSIVE other (customer_id, n) AS (
      (SELECT p.customer_id, 1 FROM pipeline.processed_events p
       WHERE p.tenant_id = $1 AND p.counterparty = k.counterparty AND p.transaction_id IS NOT NULL
       ORDER BY p.customer_id LIMIT 1)
      UNION ALL
      SELECT (SELECT p.customer_id FROM pipeline.processed_events p
        WHERE p.tenant_id = $1 AND p.counterparty = k.counterparty AND p.transaction_id IS NOT NULL
          AND p.customer_id > other.customer_id ORDER BY p.customer_id LIMIT 1), other.n + 1
      FROM other WHERE other.customer_id IS NOT NULL AND other.n <= ${MAX_LOOKED_AT})
    SELECT customer_id FROM other WHERE customer_id IS NOT NULL) o
  WHERE o.customer_id <> $2`;

const CUSTOMERS = `
  SELECT c.id, coalesce(c.profile->>'full_name', c.profile->>'business_name', c.profile->>'email') AS name, c.risk_rating,
    (SELECT count(*) FROM customer_risk.alerts a
      WHERE a.customer_id = c.id AND a.status IN ('open', 'escalated'))::int AS active_alerts
  FROM customer_risk.customers c
  WHERE c.tenant_id = $1 AND c.id = ANY($2) AND c.risk_rating IS NOT NULL AND c.restricted_at IS NULL ORDER BY c.id`;

type Counted = Omit<
  NetworkCounterparty,
  'alerts' | 'active_alerts' | 'match' | 'is_allowed' | 'shared_with' | 'has_more'
>;

interface CountedRow {
  counted: number;
  all_counterparties: number;
  with_counterparty: number;
  without_counterparty: number;
  counterparties: Counted[];
}

interface MarkRow {
  counterparty: string;
  alerts: number;
  active: number;
  confirmed: boolean | null;
  potential: boolean | null;
  is_allowed: boolean;
}

/** Reads with whom customers have transactions. Every query is restricted to one tenant. */
export class NetworkQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * The counterparties of a customer, and other customers that have transactions with them. Restricted customers are in
   * no network, and the network of a restricted customer is empty.
   *
   * @returns undefined when the tenant has no such customer
   */
  async of(tenantId: string, customerId: string, now: Date): Promise<CustomerNetwork | undefined> {
    const customer = await readAccess(this.sql, tenantId, customerId);
    if (!customer) return undefined;
    const reference_currency = await referenceCurrency(this.sql, tenantId);
    if (customer.is_restricted) return { reference_currency, is_restricted: true, ...NOTHING };
    const row = (await readView<CountedRow>(this.sql, counterpartiesSql(reference_currency !== null), [
      tenantId,
      customerId,
    ]))!;
    const keys = row.counterparties.map(({ counterparty }) => counterparty);
    const [marks, shared] = await Promise.all([
      readViews<MarkRow>(this.sql, MARKS, [tenantId, customerId, keys, now]),
      readViews<{ counterparty: string; customer_id: string }>(this.sql, SHARED, [tenantId, customerId, keys]),
    ]);
    const ids = [...new Set(shared.map(({ customer_id }) => customer_id))];
    const others = await readViews<NetworkCustomer>(this.sql, CUSTOMERS, [tenantId, ids]);
    const known = new Set(others.map(({ id }) => id));
    const counterparties = row.counterparties.map((one): NetworkCounterparty => {
      const found = shared.filter(({ counterparty }) => counterparty === one.counterparty);
      const visible = found.map(({ customer_id }) => customer_id).filter((id) => known.has(id));
      return {
        ...one,
        last_at: new Date(one.last_at).toISOString(),
        ...marksOf(marks.find(({ counterparty }) => counterparty === one.counterparty)),
        shared_with: visible.slice(0, MAX_SHARING),
        has_more: visible.length > MAX_SHARING || found.length >= MAX_LOOKED_AT,
      };
    });
    const shown = new Set(counterparties.flatMap(({ shared_with }) => shared_with));
    return {
      reference_currency,
      is_restricted: false,
      counterparties,
      customers: others.filter(({ id }) => shown.has(id)),
      counted: Math.min(row.counted, MAX_COUNTED),
      is_complete: row.counted <= MAX_COUNTED,
      left_out: {
        counterparties: row.all_counterparties - counterparties.length,
        transactions: row.with_counterparty - counterparties.reduce((sum, { transactions }) => sum + transactions, 0),
        without_counterparty: row.without_counterparty,
      },
    };
  }
}

const NOTHING = {
  counterparties: [],
  customers: [],
  counted: 0,
  is_complete: true,
  left_out: { counterparties: 0, transactions: 0, without_counterparty: 0 },
};

function marksOf(row: MarkRow | undefined) {
  const match: NetworkCounterparty['match'] = row?.confirmed
    ? 'confirmed_match'
    : row?.potential
      ? 'potential_match'
      : null;
  return {
    alerts: row?.alerts ?? 0,
    active_alerts: row?.active ?? 0,
    match,
    is_allowed: row?.is_allowed ?? false,
  };
}
