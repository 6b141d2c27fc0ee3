import { type Admin, Kafka, logLevel, type RetryOptions } from 'kafkajs';
import { A_GROUP_OF_EACH_PARTITION } from './broker-settings';

const ATTEMPT_MS = 2_000;
/** Retries quickly: kafkajs first has to learn which broker to ask. */
const AGAIN_AT_ONCE = { retries: 2, initialRetryTime: 20 };

/** Returns whether a broker responds at one of these addresses. */
export function isReachable(brokers: string[]): Promise<boolean> {
  return succeeds(brokers, async (admin) => (await admin.describeCluster()).brokers.length > 0);
}

/**
 * Returns whether a broker that this process started is ready for consumers too. The broker loads the groups
 * of a partition of `__consumer_offsets` when a client first asks for one of them. Until then it rejects consumers.
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
    return false; // not ready yet; the caller decides how long to retry
  } finally {
    await admin.disconnect();
  }
}
