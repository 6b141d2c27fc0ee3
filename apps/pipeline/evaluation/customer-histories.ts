import { ACTIVITY_TEXTS } from '@probity/monitoring/activity';
import type { Sql } from '@probity/persistence/database';
import { SharedQuery } from '@probity/persistence/shared-query';
import type { HistoryPage, Place, WantedPage } from './evaluation';

/** Most customers have fewer activities in their windows, so that one short page is all. */
export const FIRST_ROWS = 100;
/** Large enough that a long history takes few queries, small enough that no thread is busy with a page for long. */
export const PAGE_ROWS = 2_000;
/** Customers whose first page is read by one query. */
const SHARED_BY = 100;

const WANTED = `
  SELECT tenant_id, customer_id, after_at, after_id, until, place::int AS place
  FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[], $5::timestamptz[])
    WITH ORDINALITY AS w (tenant_id, customer_id, after_at, after_id, until, place)`;
const OF_WANTED = `
  t.tenant_id = wanted.tenant_id AND t.customer_id = wanted.customer_id
  AND (t.occurred_at, t.event_id) > (wanted.after_at, wanted.after_id) AND t.occurred_at <= wanted.until`;
/** The activities are one text for each customer, which this thread only passes on. See `readActivities`. */
const PAGES = `
  WITH wanted AS (${WANTED})
  SELECT wanted.place, page.* FROM wanted CROSS JOIN LATERAL (
    SELECT count(*)::int AS rows, max(occurred_at)::text AS at, (array_agg(event_id))[count(*)] AS event_id,
      json_build_array(array_agg((extract(epoch FROM occurred_at) * 1000)::float8), array_agg(amount::text),
        array_agg(comparable), ${ACTIVITY_TEXTS.map((text) => `array_agg(${text})`).join(', ')})::text AS activities
    FROM (SELECT * FROM pipeline.transactions t WHERE ${OF_WANTED}
      ORDER BY t.occurred_at, t.event_id LIMIT $6) AS rows) AS page`;
/** The latest activity that is left out. */
const CUT = `
  WITH wanted AS (${WANTED})
  SELECT last.at, last.event_id, last.ms FROM wanted CROSS JOIN LATERAL (
    SELECT t.occurred_at::text AS at, t.event_id, ceil(extract(epoch FROM t.occurred_at) * 1000)::float8 AS ms
    FROM pipeline.transactions t WHERE ${OF_WANTED}
    ORDER BY t.occurred_at DESC, t.event_id DESC OFFSET $6 LIMIT 1) AS last`;

interface Wanted extends WantedPage {
  tenantId: string;
  customerId: string;
}

interface PageRow extends Place {
  place: number;
  rows: number;
  activities: string;
}

/**
 * Reads the stored activities of customers in pages. Callers of the same moment share a query for their first pages;
 * a further page is a query of its own.
 */
export class CustomerHistories {
  private readonly first: SharedQuery<Wanted, Map<Wanted, HistoryPage>>;

  constructor(private readonly sql: Sql) {
    this.first = new SharedQuery((wanted) => firstPages(sql, wanted));
  }

  async page(tenantId: string, customerId: string, page: WantedPage): Promise<HistoryPage> {
    const wanted = { ...page, tenantId, customerId };
    if (page.isFirst) return (await this.first.ask([wanted])).get(wanted)!;
    const cut = page.most === undefined ? undefined : await cutOf(this.sql, wanted, page.most);
    const after = cut ?? page.after;
    const [read] = await pages(this.sql, [{ ...wanted, after }], PAGE_ROWS);
    return { ...read!, ...(cut && { cutAt: cut.ms }) };
  }
}

async function firstPages(sql: Sql, wanted: Wanted[]): Promise<Map<Wanted, HistoryPage>> {
  const read = new Map<Wanted, HistoryPage>();
  for (let n = 0; n < wanted.length; n += SHARED_BY) {
    const some = wanted.slice(n, n + SHARED_BY);
    for (const [place, page] of (await pages(sql, some, FIRST_ROWS)).entries()) read.set(some[place]!, page);
  }
  return read;
}

/** Returns a page for each of the wanted, in their order. */
async function pages(sql: Sql, wanted: Wanted[], most: number): Promise<HistoryPage[]> {
  const { rows } = await sql.query<PageRow>(PAGES, [...valuesOf(wanted), most]);
  const read: HistoryPage[] = [];
  for (const { place, rows: count, activities, at, event_id } of rows) {
    const { load } = wanted[place - 1]!;
    read[place - 1] = { load, activities, next: count < most ? null : { at, event_id } };
  }
  return read;
}

async function cutOf(sql: Sql, wanted: Wanted, most: number): Promise<(Place & { ms: number }) | undefined> {
  const { rows } = await sql.query<Place & { ms: number }>(CUT, [...valuesOf([wanted]), most]);
  return rows[0];
}

const valuesOf = (wanted: Wanted[]): unknown[] => [
  wanted.map(({ tenantId }) => tenantId),
  wanted.map(({ customerId }) => customerId),
  wanted.map(({ after }) => after.at),
  wanted.map(({ after }) => after.event_id),
  wanted.map(({ until }) => (until === null ? 'infinity' : new Date(until).toISOString())),
];
