import { Client } from 'pg';
import { say } from './report';

const CHUNK = 500_000;

/** Inserts outcomes of transactions as the pipeline stores them. SQL is used because sending events takes an hour. */
const FILL = `
  INSERT INTO pipeline.processed_events (event_id, tenant_id, event_type, customer_id, payload, stages, alert_ids,
    received_at, processed_at, occurred_at, transaction_id, amount, currency, direction, method, counterparty,
    counterparty_country, account_ref, recorded)
  SELECT uuidv7(at - now()), $1, 'transaction', ($2::uuid[])[1 + n % $5::int],
    json_build_object('transaction_id', 'old-' || n, 'account_ref', 'bench-' || n % $5::int, 'amount', '125.50', 'currency',
      'USD', 'direction', 'inbound', 'method', 'transfer'),
    '[{"stage":"resolve","mode":"native","result":"resolved","evidence":{}},{"stage":"kyc","mode":"native","result":"incomplete","evidence":{"kyc_status":"approved"}},{"stage":"screening","mode":"native","result":"nothing_to_screen","evidence":{"counterparty":"not named"}},{"stage":"monitoring","mode":"native","result":"clear","evidence":{"rules":30}},{"stage":"scoring","mode":"native","result":"unchanged","evidence":{"composite_score":120,"rating":"low"}}]',
    '{}', at, at, at, 'old-' || n, 20 + n % 300, 'USD', CASE WHEN n % 2 = 0 THEN 'inbound' ELSE 'outbound' END, 'transfer',
    'counterparty ' || (n / $5::int) % 40, 'DE', 'bench-' || n % $5::int, true
  FROM generate_series($3::bigint, $4::bigint - 1) AS n,
    LATERAL (SELECT now() - interval '365 days' * ((n * 7919) % 1000003) / 1000003.0 - interval '1 hour' AS at) AS time`;
const COUNT_SUBJECTS = `
  INSERT INTO pipeline.subjects (subject, transaction_count, last_activity_at)
  SELECT 'customer:' || customer_id, count(*), max(occurred_at) FROM pipeline.processed_events
  WHERE transaction_id IS NOT NULL GROUP BY customer_id
  ON CONFLICT (subject) DO UPDATE SET transaction_count = excluded.transaction_count,
    last_activity_at = excluded.last_activity_at, version = subjects.version + 1`;

/** Reads the outcomes that the pipeline has stored, and adds generated ones, in its database. */
export class StoredHistory {
  private filled = 0;

  private constructor(private readonly client: Client) {}

  static async open(url: string): Promise<StoredHistory> {
    const client = new Client({ connectionString: url });
    await client.connect();
    return new StoredHistory(client);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** Adds transactions until `count` of them were added this way. */
  async fillTo(count: number, customers: string[], tenantId: string): Promise<void> {
    while (this.filled < count) {
      const until = Math.min(count, this.filled + CHUNK);
      await this.client.query(FILL, [tenantId, customers, this.filled, until, customers.length]);
      this.filled = until;
      say(`${until} of ${count} transactions stored`);
    }
    await this.client.query(COUNT_SUBJECTS);
    await this.client.query('VACUUM ANALYZE pipeline.processed_events, pipeline.subjects, pipeline.inbox');
    await this.client.query('CHECKPOINT');
  }

  /** Returns the number of events without an outcome. */
  async waiting(): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>('SELECT count(*) FROM pipeline.inbox');
    return Number(rows[0]!.count);
  }

  /** Returns the seconds from the first acceptance to the last outcome, of events accepted since `since`. */
  async secondsSince(since: Date): Promise<number> {
    const { rows } = await this.client.query<{ seconds: number | null }>(
      `SELECT extract(epoch FROM max(processed_at) - min(received_at))::float8 AS seconds
       FROM pipeline.processed_events WHERE received_at >= $1`,
      [since],
    );
    if (rows[0]!.seconds === null) throw new Error('no event was accepted');
    return rows[0]!.seconds;
  }

  /** Returns percentiles of the time from acceptance to outcome of the newest events, in milliseconds. */
  async latencies(newest: number): Promise<{ p50_ms: number; p99_ms: number; max_ms: number }> {
    const { rows } = await this.client.query<{ p50: number; p99: number; max: number }>(
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS p50, percentile_cont(0.99) WITHIN GROUP (ORDER BY ms) AS p99,
         max(ms) AS max
       FROM (SELECT extract(epoch FROM processed_at - received_at)::float8 * 1000 AS ms FROM pipeline.processed_events
         ORDER BY received_at DESC LIMIT $1) AS times`,
      [newest],
    );
    const { p50, p99, max } = rows[0]!;
    return { p50_ms: Math.round(p50 * 10) / 10, p99_ms: Math.round(p99 * 10) / 10, max_ms: Math.round(max * 10) / 10 };
  }

  async count(table: 'alerts' | 'entries' | 'rules'): Promise<number> {
    const sources = {
      alerts: 'customer_risk.alerts',
      entries: 'pipeline.watchlist_entries',
      rules: "pipeline.monitoring_rules WHERE mode = 'active'",
    };
    const { rows } = await this.client.query<{ count: string }>(`SELECT count(*) FROM ${sources[table]}`);
    return Number(rows[0]!.count);
  }
}
