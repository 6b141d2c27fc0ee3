import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { QUEUED_ENDPOINTS } from './queued-endpoints';

/** Counting ends here, so that a scrape of a long queue stays cheap. */
const MAX_COUNTED = 10_000;
const MAX_OF_ENDPOINT = 1_000;

const QUEUE = `
  WITH RECURSIVE ${QUEUED_ENDPOINTS}, due AS (SELECT endpoint_id, due_at FROM queued WHERE due_at <= now())
  SELECT (SELECT count(*)::int FROM (
      SELECT FROM due CROSS JOIN LATERAL (
        SELECT FROM webhooks.deliveries d WHERE d.endpoint_id = due.endpoint_id AND d.due_at <= now()
        LIMIT ${MAX_OF_ENDPOINT}) AS of_endpoint
      LIMIT ${MAX_COUNTED}) AS counted) AS deliveries,
    coalesce(extract(epoch FROM now() - (SELECT min(due_at) FROM due)), 0)::float8 AS seconds`;

const DUE = 'probity_webhook_due_deliveries';
const OLDEST = 'probity_webhook_oldest_due_seconds';
const ABOUT = {
  [DUE]: `Deliveries that are due, counted up to ${MAX_OF_ENDPOINT} of each endpoint and ${MAX_COUNTED} in all`,
  [OLDEST]: 'How long ago the oldest due delivery became due',
};

/** Reports how far the dispatchers are behind. */
export function watchQueue(metrics: Metrics, database: Database, logger: Logger): void {
  const read = async () => {
    const { rows } = await database.query<{ deliveries: number; seconds: number }>(QUEUE);
    const { deliveries, seconds } = rows[0]!;
    return [
      { gauge: DUE, value: deliveries },
      { gauge: OLDEST, value: seconds },
    ];
  };
  metrics.watch(ABOUT, [], read, (err) => logger.warn({ err }, 'the metrics of the queue cannot be read'));
}
