import type { BacktestDetail, BacktestView } from '@probity/contracts/backtests/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';
import type { BacktestsQuery } from './backtests.query';

/** A claim ends with its lease, so a backtest of a killed process waits for another one. */
const BACKTESTS = `(
  SELECT *, from_time AS "from", to_time AS "to", definition->>'name' AS name,
    CASE
      WHEN outcome IS NOT NULL THEN outcome
      WHEN claim IS NOT NULL AND lease_until > clock_timestamp() THEN 'running'
      ELSE 'waiting'
    END AS status
  FROM pipeline.backtests) b`;
const COLUMNS = `
  id, status, name, "from", "to", rule_id, rule_version,
  CASE WHEN status = 'running' AND customers_total IS NOT NULL
    THEN json_build_object('customers_read', customers_read, 'customers_total', customers_total)
  END AS progress,
  started_by, started_at, ended_at, ended_by, reason, result`;
const LIST = `SELECT ${COLUMNS} FROM ${BACKTESTS} WHERE tenant_id = $1`;
const GET = `SELECT ${COLUMNS}, definition, max_examples, examples FROM ${BACKTESTS} WHERE tenant_id = $1 AND id = $2`;

/** Reads backtests. Every query is restricted to one tenant. */
export class BacktestQueries {
  constructor(private readonly sql: Sql) {}

  /** Newest first. */
  backtests(
    tenantId: string,
    page: Page,
    { status, rule_id }: Omit<BacktestsQuery, keyof Page> = {},
  ): Promise<BacktestView[]> {
    return listViews(this.sql, LIST, [tenantId], {
      where: { status, rule_id },
      order: 'started_at DESC, id DESC',
      page,
    });
  }

  backtest(tenantId: string, backtestId: string): Promise<BacktestDetail | undefined> {
    return readView(this.sql, GET, [tenantId, backtestId]);
  }
}
