import { type Admin, Kafka, logLevel, type RetryOptions } from 'kafkajs';
import { A_GROUP_OF_EACH_PARTITION } from './broker-settings';

const ATTEMPT_MS = 2_000;
/** The client learns of its brokers in between. */
const AGAIN_AT_ONCE = { retries: 2, initialRetryTime: 20 };

/** Whether a broker responds at one of these addresses. */
export function isReachable(brokers: string[]): Promise<boolean> {
  return succeeds(brokers, async (admin) => (await admin.describeCluster()).brokers.length > 0);
}

/**
 * Whether a broker that was started here is ready for consumers too. Groups are loaded when one is asked
 * for, a partition of the broker's own topic at a time; until then consumers are sent away.
 */
export async function isReady(broker: string): Promise<boolean> {
  return (
    (await isReachable([broker])) &&
    succeeds(
      [broker],
      async (admin) => (await admin.describeGroups(A_GROUP_OF_EACH_PARTITION)).groups.length > 0,
      AGAIN_AT_ONCE,
    )
  );
}

async function succeeds(
  brokers: string[],
  check: (admin: Admin) => Promise<boolean>,
  retry: RetryOptions = { retries: 0 },
): Promise<boolean> {
  const admin = new Kafka({
    brokers,
    logLevel: logLevel.NOTHING,
    connectionTimeout: ATTEMPT_MS,
    requestTimeout: ATTEMPT_MS,
    retry,
  }).admin();
  try {
    await admin.connect();
    return await check(admin);
  } catch {
    return false; // not yet; the caller decides how long to retry
  } finally {
    await admin.disconnect();
  }
}
