import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { confirmedAt } from '@probity/read-side/watchlists/list-confirmed';
import { INBOX_AGE, INBOX_DEPTH, MAX_COUNTED } from '@probity/read-side/pipeline/inbox-state';

/** Imports and fetches that changed nothing count, too. */
const LISTS = `
  SELECT l.list, extract(epoch FROM clock_timestamp() - ${confirmedAt('l.list')})::float8 AS seconds
  FROM pipeline.watchlists l WHERE l.tenant_id IS NULL`;
/** Running as in BacktestQueries. */
const BACKTESTS = `
  SELECT count(*) FILTER (WHERE is_running)::int AS running, count(*) FILTER (WHERE NOT is_running)::int AS waiting
  FROM (SELECT claim IS NOT NULL AND lease_until > clock_timestamp() AS is_running
    FROM pipeline.backtests WHERE outcome IS NULL LIMIT ${MAX_COUNTED}) AS unfinished`;

const EVENTS = 'probity_inbox_events';
const OLDEST = 'probity_inbox_oldest_seconds';
const LIST_AGE = 'probity_watchlist_age_seconds';
const BACKTEST_COUNT = 'probity_backtests';
const ABOUT_INBOX = {
  [EVENTS]: `Events in the inbox by status, counted up to ${MAX_COUNTED}: this value means at least so many`,
  [OLDEST]: 'Age of the oldest pending event in the inbox',
};
const ABOUT_LISTS = {
  [LIST_AGE]: 'Time since an import or a fetch last found a list that all tenants share to be current',
};
const ABOUT_BACKTESTS = { [BACKTEST_COUNT]: `Unfinished backtests by status, up to ${MAX_COUNTED} of them` };

/** Reports the events and backtests that wait for the pipeline, and the age of the shared lists. */
export function watchPipeline(metrics: Metrics, database: Database, logger: Logger): void {
  const onFailure = (err: unknown): void => logger.warn({ err }, 'the metrics of the pipeline cannot be read');
  const inbox = async () => {
    const [depth, age] = await Promise.all([
      database.query<{ status: string; events: number }>(INBOX_DEPTH),
      database.query<{ seconds: number }>(INBOX_AGE),
    ]);
    const counts = depth.rows.map(({ status, events }) => ({ gauge: EVENTS, labels: { status }, value: events }));
    return [...counts, { gauge: OLDEST, labels: { status: 'pending' }, value: age.rows[0]!.seconds }];
  };
  const lists = async () => {
    const { rows } = await database.query<{ list: string; seconds: number }>(LISTS);
    return rows.map(({ list, seconds }) => ({ gauge: LIST_AGE, labels: { list }, value: seconds }));
  };
  const backtests = async () => {
    const { rows } = await database.query<{ running: number; waiting: number }>(BACKTESTS);
    return Object.entries(rows[0]!).map(([status, value]) => ({ gauge: BACKTEST_COUNT, labels: { status }, value }));
  };
  metrics.watch(ABOUT_INBOX, ['status'], inbox, onFailure);
  metrics.watch(ABOUT_LISTS, ['list'], lists, onFailure);
  metrics.watch(ABOUT_BACKTESTS, ['status'], backtests, onFailure);
}
