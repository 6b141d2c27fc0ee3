import { LRUCache } from 'lru-cache';
import type { Activity } from '@probity/monitoring/activity';
import { readFormattedAmount } from '@probity/monitoring/amount';
import type { CountryLists } from '@probity/monitoring/rule-context';
import type { RuleSet } from '@probity/monitoring/rule-set';
import { CustomerWindows } from '@probity/monitoring/customer-windows';
import type { Sql } from '@probity/persistence/database';

/** The maximum number of cached activities. Each takes about 50 bytes, see libs/monitoring/windows. */
const MAX_ACTIVITIES = 4_000_000;
/** The cache covers events up to this much older than the latest one. For older events, the history is read again. */
const LATE_MS = 86_400_000;
/** The memory that a customer takes besides its activities, measured in activities. */
const CUSTOMER_COST = 40;

const LOAD = `
  SELECT t.customer_id, (extract(epoch FROM occurred_at) * 1000)::float8 AS at, t.transaction_id, t.amount, t.currency,
    t.direction, t.method, t.counterparty, t.counterparty_country, t.channel, t.account_ref
  FROM unnest($1::uuid[], $2::timestamptz[]) AS wanted (customer_id, since)
  JOIN pipeline.transactions t ON t.customer_id = wanted.customer_id AND t.occurred_at > wanted.since
  ORDER BY t.customer_id, t.occurred_at, t.event_id`;

/** The inputs from which windows are computed. */
interface Basis {
  /** the version of the subject's row, which increases when events of the subject are processed */
  version: number;
  rules: RuleSet;
  countryLists: CountryLists;
}

interface Remembered extends Basis {
  windows: CustomerWindows;
}

export interface WantedWindows extends Basis {
  customer_id: string;
  /** the time of the earliest event that the windows must cover */
  at: number;
}

interface ActivityRow extends Omit<Activity, 'amount'> {
  customer_id: string;
  amount: string;
}

/**
 * Caches the windows of customers, so that an event does not cost a read of its customer's history. An entry is
 * valid only for its version of the customer's subject. Postgres is authoritative, because another instance may
 * have processed events in between.
 */
export class WindowsCache {
  private readonly remembered = new LRUCache<string, Remembered>({
    maxSize: MAX_ACTIVITIES,
    sizeCalculation: ({ windows }) => windows.size + CUSTOMER_COST,
  });

  /** The windows of each customer, read from the stored transactions when they are not cached. */
  async of(sql: Sql, wanted: WantedWindows[]): Promise<Map<string, CustomerWindows>> {
    const found = new Map<string, CustomerWindows>();
    const missing: WantedWindows[] = [];
    for (const want of wanted) {
      const known = this.remembered.get(want.customer_id);
      if (known && isOfBasis(known, want) && known.windows.covers(want.at)) found.set(want.customer_id, known.windows);
      else missing.push(want);
    }
    if (missing.length > 0) for (const [id, windows] of await load(sql, missing)) found.set(id, windows);
    return found;
  }

  /** Caches windows that include everything up to the subject's version. */
  remember(customerId: string, remembered: Remembered, latest: number): void {
    remembered.windows.prune(latest - LATE_MS);
    this.remembered.set(customerId, remembered);
  }

  forget(customerId: string): void {
    this.remembered.delete(customerId);
  }
}

const isOfBasis = (a: Basis, b: Basis): boolean =>
  a.version === b.version && a.rules === b.rules && a.countryLists === b.countryLists;

async function load(sql: Sql, wanted: WantedWindows[]): Promise<Map<string, CustomerWindows>> {
  const since = wanted.map(({ at, rules }) => at - rules.longestWindowMs - LATE_MS);
  const ids = wanted.map(({ customer_id }) => customer_id);
  const { rows } = await sql.query<ActivityRow>(LOAD, [ids, since.map((time) => new Date(time))]);
  const activities = new Map<string, Activity[]>(wanted.map(({ customer_id }) => [customer_id, []]));
  for (const { customer_id, amount, ...rest } of rows) {
    activities.get(customer_id)!.push({ ...rest, amount: readFormattedAmount(amount) });
  }
  return new Map(
    wanted.map(({ customer_id, rules, countryLists }, index) => [
      customer_id,
      new CustomerWindows(rules.aggregates, activities.get(customer_id)!, {
        completeSince: since[index]!,
        countryLists,
      }),
    ]),
  );
}
