import type { Activity } from '@probity/monitoring/activity';
import { readFormattedAmount } from '@probity/monitoring/amount';
import type { Sql } from '@probity/persistence/database';
import { SharedQuery } from '@probity/persistence/shared-query';
import type { History } from './evaluation';

const LOAD = `
  SELECT wanted.place::int AS place, (extract(epoch FROM occurred_at) * 1000)::float8 AS at, t.transaction_id, t.amount,
    t.comparable, t.currency, t.direction, t.method, t.counterparty, t.counterparty_country, t.channel, t.account_ref
  FROM unnest($1::uuid[], $2::timestamptz[]) WITH ORDINALITY AS wanted (customer_id, since, place)
  JOIN pipeline.transactions t ON t.customer_id = wanted.customer_id AND t.occurred_at > wanted.since
  ORDER BY wanted.place, t.occurred_at, t.event_id`;

interface Wanted {
  customerId: string;
  since: number;
}

interface ActivityRow extends Omit<Activity, 'amount'> {
  place: number;
  amount: string;
}

/** Reads the stored activities of customers. Callers of the same moment share a query. */
export class CustomerHistories {
  private readonly query: SharedQuery<Wanted, Map<Wanted, Activity[]>>;

  constructor(sql: Sql) {
    this.query = new SharedQuery((wanted) => load(sql, wanted));
  }

  /** @param since epoch milliseconds */
  async since(customerId: string, since: number): Promise<History> {
    const wanted = { customerId, since };
    return { since, activities: (await this.query.ask([wanted])).get(wanted)! };
  }
}

async function load(sql: Sql, wanted: Wanted[]): Promise<Map<Wanted, Activity[]>> {
  const { rows } = await sql.query<ActivityRow>(LOAD, [
    wanted.map(({ customerId }) => customerId),
    wanted.map(({ since }) => new Date(since)),
  ]);
  const activities = new Map<Wanted, Activity[]>(wanted.map((one) => [one, []]));
  for (const { place, amount, ...rest } of rows) {
    activities.get(wanted[place - 1]!)!.push({ ...rest, amount: readFormattedAmount(amount) });
  }
  return activities;
}
