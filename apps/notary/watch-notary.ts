import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { nameOf } from './copies/copy-target';
import type { Notary } from './notary';

const LAG = 'probity_notary_lag_seconds';
const STOPPED = 'probity_notary_logs_stopped';
const STREAMS_STOPPED = 'probity_notary_streams_stopped';
const COPY_LAG = 'probity_checkpoint_copy_lag_seconds';

export function watchNotary(metrics: Metrics, notary: Notary, logger: Logger): void {
  const about = {
    [LAG]:
      'How long the oldest event that is in no log yet has waited; 0 when there is none, and on standby while another process signs',
    [STOPPED]: 'Logs of which nothing is signed, because an event, or a copy outside, contradicts what was signed',
    [STREAMS_STOPPED]: 'Streams that no log gets any more, because one of their events cannot be logged',
  };
  const read = async () => [
    { gauge: LAG, value: notary.lagSeconds },
    { gauge: STOPPED, value: (await notary.stopped.count()).count },
    { gauge: STREAMS_STOPPED, value: await notary.stoppedStreams.count() },
  ];
  metrics.watch(about, [], read, (err) => logger.warn({ err }, 'the state of the logs cannot be read'));
  const ofCopies = { [COPY_LAG]: 'How long the oldest signed checkpoint waits that the target lacks; 0 on standby' };
  const readCopies = () =>
    Promise.resolve(
      notary.copies.targets.map(({ target, lagSeconds }) => ({
        gauge: COPY_LAG,
        labels: { target: nameOf(target) },
        value: lagSeconds,
      })),
    );
  metrics.watch(ofCopies, ['target'], readCopies, (err) =>
    logger.warn({ err }, 'the state of the copies cannot be read'),
  );
}
