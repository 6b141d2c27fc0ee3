import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import type { Notary } from './notary';

const LAG = 'probity_notary_lag_seconds';
const STOPPED = 'probity_notary_logs_stopped';

export function watchNotary(metrics: Metrics, notary: Notary, logger: Logger): void {
  const about = {
    [LAG]: 'How long the oldest event that is in no log yet has waited; 0 when there is none, and on standby',
    [STOPPED]: 'Logs of which nothing is signed, because an event contradicts what was signed before',
  };
  const read = async () => [
    { gauge: LAG, value: notary.lagSeconds },
    { gauge: STOPPED, value: (await notary.stopped.count()).count },
  ];
  metrics.watch(about, [], read, (err) => logger.warn({ err }, 'the state of the logs cannot be read'));
}
