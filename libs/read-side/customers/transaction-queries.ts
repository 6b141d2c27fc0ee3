import type {
  CustomerTransaction,
  CustomerTransactions,
  Direction,
  TransactionSums,
} from '@probity/contracts/customers/transactions';
import { accountKey, nameKey } from '@probity/monitoring/counterparty-key';
import type { Sql } from '@probity/persistence/database';
import { dayAfter } from '../insights/alert-days';
import { pageOf, placeText, readPlace } from '../keyset';
import { listConditions } from '../list-conditions';
import { readView, readViews } from '../views';
import { readAccess, referenceCurrency } from './customer-access';

/** Transactions that one request looks at. */
const MAX_READ = 5_000;
const MAX_SUMMED = 20_000;

const OF_CUSTOMER = `
  FROM pipeline.processed_events p
  WHERE p.tenant_id = $1 AND p.customer_id = $2 AND p.transaction_id IS NOT NULL`;
const NEWEST = 'ORDER BY p.occurred_at DESC, p.event_id DESC LIMIT';
/** All columns are in the index `transactions_of_customer`. */
const INDEXED = 'p.event_id, p.occurred_at, p.amount, p.comparable, p.direction';

/** Of the rows of a page, which are in the list $2. $3: whether the customer is restricted. */
const ROWS = `
  SELECT p.event_id, p.transaction_id, p.occurred_at, p.direction, p.payload->>'amount' AS amount,
    p.payload->>'currency' AS currency,
    CASE WHEN p.comparable IS NOT FALSE THEN trim_scale(p.amount)::text END AS compared_amount, p.method,
    CASE WHEN NOT $3 THEN p.counterparty END AS counterparty,
    CASE WHEN NOT $3 THEN p.payload->'counterparty'->>'name' END AS counterparty_name,
    CASE WHEN NOT $3 THEN p.payload->'counterparty'->>'account' END AS counterparty_account,
    p.counterparty_country, CASE WHEN NOT $3 THEN p.payload->>'description' END AS description,
    cardinality(p.alert_ids) AS alerts
  FROM pipeline.processed_events p WHERE p.tenant_id = $1 AND p.event_id = ANY($2)
  ORDER BY p.occurred_at DESC, p.event_id DESC`;

/** $6 is the reference currency. Without one, amounts in several currencies are not added. */
const SUMS = `
  WITH counted AS MATERIALIZED (
    SELECT ${INDEXED}, p.currency ${OF_CUSTOMER} AND p.occurred_at >= $3 AND p.occurred_at < $4
    ${NEWEST} ${MAX_SUMMED + 1}),
  newest AS (SELECT * FROM counted ORDER BY occurred_at DESC, event_id DESC LIMIT ${MAX_SUMMED}),
  mixed AS (SELECT $6::text IS NULL AND count(DISTINCT currency) > 1 AS mixed FROM newest WHERE comparable IS NOT FALSE),
  kept AS (SELECT newest.*, comparable IS NOT FALSE AND NOT mixed AS has_rate FROM newest, mixed)
  SELECT (SELECT count(*) FROM counted)::int AS counted,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT to_char(date_trunc($5, occurred_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS start,
        coalesce(trim_scale(sum(amount) FILTER (WHERE direction = 'inbound')), 0)::text AS inbound,
        coalesce(trim_scale(sum(amount) FILTER (WHERE direction = 'outbound')), 0)::text AS outbound,
        count(*) FILTER (WHERE direction = 'inbound') AS inbound_count,
        count(*) FILTER (WHERE direction = 'outbound') AS outbound_count
      FROM kept WHERE has_rate GROUP BY 1 ORDER BY 1) x) AS periods,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT currency, direction, count(*) AS transactions, trim_scale(sum(amount))::text AS amount
      FROM kept WHERE NOT has_rate GROUP BY 1, 2 ORDER BY 1, 2) x) AS without_rate`;

const atStart = (day: string): string => `${day}T00:00:00.000Z`;

export interface TransactionFilter {
  direction?: Direction;
  /** an account or a name, regardless of case and spaces */
  counterparty?: string;
  /** decimal strings in the reference currency; without a rate, in the currency of the transaction */
  min_amount?: string;
  max_amount?: string;
  /** ISO dates, UTC */
  from?: string;
  to?: string;
}

interface ReadRow {
  read: number;
  last_at: string | null;
  last_id: string | null;
  found: { id: string; at: string }[];
}

/** Reads the transactions of a customer. Every query is restricted to one tenant. */
export class TransactionQueries {
  constructor(private readonly sql: Sql) {}

  /** Newest first. Undefined when the tenant has no such customer. */
  async of(
    tenantId: string,
    customerId: string,
    { limit, before }: { limit: number; before?: string },
    filter: TransactionFilter,
  ): Promise<CustomerTransactions | undefined> {
    const customer = await readAccess(this.sql, tenantId, customerId);
    if (!customer) return undefined;
    // A restricted customer has no counterparties to look for.
    const shown = customer.is_restricted ? { ...filter, counterparty: undefined } : filter;
    const { found, ...read } = await this.find(tenantId, customerId, limit, before, shown);
    const { items, next } = pageOf(found, limit, (one) => ({ ...one, at: new Date(one.at).toISOString() }));
    const rest = read.read === MAX_READ && read.last_at !== null && read.last_id !== null;
    const ids = items.map(({ id }) => id);
    return {
      reference_currency: await referenceCurrency(this.sql, tenantId),
      items: await readViews<CustomerTransaction>(this.sql, ROWS, [tenantId, ids, customer.is_restricted]),
      next: next ?? (rest ? placeText({ at: read.last_at!, id: read.last_id! }) : null),
    };
  }

  /** Undefined when the tenant has no such customer. `from` and `to` are ISO dates; the caller bounds the period. */
  async sums(
    tenantId: string,
    customerId: string,
    { from, to, by }: { from: string; to: string; by: 'day' | 'week' },
  ): Promise<TransactionSums | undefined> {
    if (!(await readAccess(this.sql, tenantId, customerId))) return undefined;
    const reference_currency = await referenceCurrency(this.sql, tenantId);
    const summed = await readView<Pick<TransactionSums, 'counted' | 'periods' | 'without_rate'>>(this.sql, SUMS, [
      tenantId,
      customerId,
      atStart(from),
      atStart(dayAfter(to)),
      by,
      reference_currency,
    ]);
    const { counted, periods, without_rate } = summed!;
    return {
      reference_currency,
      from,
      to,
      by,
      periods,
      without_rate,
      counted: Math.min(counted, MAX_SUMMED),
      is_complete: counted <= MAX_SUMMED,
    };
  }

  private async find(
    tenantId: string,
    customerId: string,
    limit: number,
    before: string | undefined,
    { direction, counterparty, min_amount, max_amount, from, to }: TransactionFilter,
  ): Promise<ReadRow> {
    const place = readPlace(before);
    const keys = counterparty && [...new Set([accountKey(counterparty), nameKey(counterparty)])];
    const fixed = [tenantId, customerId, place.at, place.id, limit + 1, keys ?? null];
    const within = listConditions(fixed, [
      ['p.occurred_at >= ?', from && atStart(from)],
      ['p.occurred_at < ?', to && atStart(dayAfter(to))],
    ]);
    const matching = listConditions(within.values, [
      ['direction = ?', direction],
      ['amount >= ?::numeric', min_amount],
      ['amount <= ?::numeric', max_amount],
    ]);
    const read = (and: string): string => `
      SELECT ${INDEXED} ${OF_CUSTOMER}${and} AND (p.occurred_at, p.event_id) < ($3::timestamptz, $4::uuid)${within.where}
      ${NEWEST} ${MAX_READ}`;
    // Each key is one range of the index of counterparties.
    const source = keys
      ? `SELECT r.* FROM unnest($6::text[]) AS k (key)
         CROSS JOIN LATERAL (${read(' AND p.counterparty = k.key')}) r
         ORDER BY r.occurred_at DESC, r.event_id DESC LIMIT ${MAX_READ}`
      : `SELECT * FROM (${read('')}) r WHERE $6::text[] IS NULL`;
    const row = await readView<ReadRow>(
      this.sql,
      `WITH read AS MATERIALIZED (${source}), last AS (SELECT * FROM read ORDER BY occurred_at, event_id LIMIT 1)
       SELECT (SELECT count(*) FROM read)::int AS read, (SELECT occurred_at FROM last) AS last_at,
         (SELECT event_id FROM last) AS last_id,
         (SELECT coalesce(json_agg(x), '[]') FROM (SELECT event_id AS id, occurred_at AS at FROM read
           WHERE true${matching.where} ORDER BY occurred_at DESC, event_id DESC LIMIT $5) x) AS found`,
      matching.values,
    );
    return row!;
  }
}
