import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';

/** Counting ends here, so that a scrape of a long queue stays cheap. */
const MAX_COUNTED = 10_000;

const DEPTH = `
  SELECT status, (SELECT count(*)::int FROM (
    SELECT FROM pipeline.inbox i WHERE i.status = s.status LIMIT ${MAX_COUNTED}) AS counted) AS events
  FROM unnest(ARRAY['pending', 'unresolved', 'dead']) AS s (status)`;
/** The index `inbox_pending` has the oldest event first. */
const AGE = `
  SELECT coalesce(extract(epoch FROM clock_timestamp() - (
    SELECT received_at FROM pipeline.inbox WHERE status = 'pending' ORDER BY position LIMIT 1)), 0)::float8 AS seconds`;
/** An import that changed nothing counts, too. */
const LISTS = `
  SELECT list, extract(epoch FROM clock_timestamp() - greatest(imported_at, (
    SELECT max(touched_at) FROM pipeline.watchlist_imports i WHERE i.list = w.list AND i.status = 'finished'
  )))::float8 AS seconds
  FROM pipeline.watchlists w WHERE tenant_id IS NULL`;

const EVENTS = 'probity_inbox_events';
const OLDEST = 'probity_inbox_oldest_seconds';
const LIST_AGE = 'probity_watchlist_age_seconds';
const ABOUT_INBOX = {
  [EVENTS]: `Events in the inbox by status, counted up to ${MAX_COUNTED}`,
  [OLDEST]: 'Age of the oldest pending event in the inbox',
};
const ABOUT_LISTS = { [LIST_AGE]: 'Time since the last import of a list that all tenants share' };

/** Reports the events that wait for the pipeline, and the age of the shared lists. */
export function watchPipeline(metrics: Metrics, database: Database, logger: Logger): void {
  const onFailure = (err: unknown): void => logger.warn({ err }, 'the metrics of the pipeline cannot be read');
  const inbox = async () => {
    const [depth, age] = await Promise.all([
      database.query<{ status: string; events: number }>(DEPTH),
      database.query<{ seconds: number }>(AGE),
    ]);
    const counts = depth.rows.map(({ status, events }) => ({ gauge: EVENTS, labels: { status }, value: events }));
    return [...counts, { gauge: OLDEST, labels: { status: 'pending' }, value: age.rows[0]!.seconds }];
  };
  const lists = async () => {
    const { rows } = await database.query<{ list: string; seconds: number }>(LISTS);
    return rows.map(({ list, seconds }) => ({ gauge: LIST_AGE, labels: { list }, value: seconds }));
  };
  metrics.watch(ABOUT_INBOX, ['status'], inbox, onFailure);
  metrics.watch(ABOUT_LISTS, ['list'], lists, onFailure);
}
