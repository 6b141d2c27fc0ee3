import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer } from 'kafkajs';

const AGAIN_AFTER_MS = 1_000;
/** A cluster that has been gone for so long is somebody else's to look after: the process ends. */
const GIVE_UP_AFTER_MS = 120_000;

/**
 * The library starts a crashed consumer again after some errors and not after others: not when the
 * group's coordinator cannot be found, which is what a broker that is restarted looks like.
 */
const isLostCluster = (error: Error): boolean =>
  /GroupCoordinatorNotFound|BrokerNotFound|NoBrokerAvailable|Connection|NumberOfRetriesExceeded/.test(error.name);

/**
 * Watches a consumer and runs it again when it has lost its cluster.
 *
 * @param run what has to be done to run it, after it is connected
 * @param onDead it has crashed for good
 * @returns how to end the watch
 */
export function keepConsuming(
  consumer: Consumer,
  run: () => Promise<void>,
  onDead: (error: Error) => void,
): () => void {
  let ended = false;
  let lostAt: number | undefined;
  const again = async (reason: Error): Promise<void> => {
    lostAt ??= performance.now();
    if (performance.now() - lostAt > GIVE_UP_AFTER_MS) return onDead(reason);
    await delay(AGAIN_AFTER_MS);
    if (ended) return;
    try {
      await consumer.connect();
      await run();
    } catch (error) {
      await again(error as Error);
    }
  };
  consumer.on(consumer.events.GROUP_JOIN, () => void (lostAt = undefined));
  consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
    if (ended || restart) return;
    if (isLostCluster(error)) void again(error);
    else onDead(error);
  });
  return () => void (ended = true);
}
