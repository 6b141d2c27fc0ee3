import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { DUE_DELIVERIES, MAX_COUNTED, MAX_OF_ENDPOINT } from '@probity/read-side/webhooks/due-deliveries';

const DUE = 'probity_webhook_due_deliveries';
const OLDEST = 'probity_webhook_oldest_due_seconds';
const ABOUT = {
  [DUE]: `Deliveries that are due, counted up to ${MAX_OF_ENDPOINT} of each endpoint and ${MAX_COUNTED} in all`,
  [OLDEST]: 'How long ago the oldest due delivery became due',
};

/** Reports how far the dispatchers are behind. */
export function watchQueue(metrics: Metrics, database: Database, logger: Logger): void {
  const read = async () => {
    const { rows } = await database.query<{ deliveries: number; seconds: number }>(DUE_DELIVERIES);
    const { deliveries, seconds } = rows[0]!;
    return [
      { gauge: DUE, value: deliveries },
      { gauge: OLDEST, value: seconds },
    ];
  };
  metrics.watch(ABOUT, [], read, (err) => logger.warn({ err }, 'the metrics of the queue cannot be read'));
}
