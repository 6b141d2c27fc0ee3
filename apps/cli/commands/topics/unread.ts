import { randomUUID } from 'node:crypto';
import type { Consumer, Kafka } from 'kafkajs';
import { pause } from '@probity/platform/pause';
import { CliError } from '../../errors';

const FETCH_WAIT_MS = 100;
/** So that a fetch passes all that aborted transactions may have left. */
const FETCH_BYTES = 32 * 1024 * 1024;
const MAX_WAIT_MS = 30_000;
/** The first may have begun before the start positions were set. When the next one begins, the last one was handled. */
const ENOUGH_FETCHES = 3;

const FETCHING = {
  maxWaitTimeInMs: FETCH_WAIT_MS,
  maxBytes: FETCH_BYTES,
  maxBytesPerPartition: FETCH_BYTES,
  allowAutoTopicCreation: false,
};

/**
 * Whether a topic on which nothing is published any more has a committed message from these offsets on. Offsets alone do
 * not tell: the end of each transaction has one too, and so have the messages of transactions that were aborted.
 *
 * @param prefix of the names of groups
 * @param from the first offset of each partition
 * @throws CliError when the brokers do not answer for half a minute
 */
export async function hasUnread(
  kafka: Kafka,
  prefix: string,
  topic: string,
  from: ReadonlyMap<number, number>,
): Promise<boolean> {
  const admin = kafka.admin();
  const groupId = `${prefix}probity-cli-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, ...FETCHING });
  try {
    await Promise.all([admin.connect(), consumer.connect()]);
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const leaders = topics[0]!.partitions.map(({ leader }) => String(leader));

    const slow = new AbortController();
    const late = pause(MAX_WAIT_MS, slow.signal).then(() => 'late' as const);
    const found = await Promise.race([readOn(consumer, topic, from, new Set(leaders)), late]);
    slow.abort();
    if (found !== 'late') return found;
    throw new CliError('kafka_slow', `${topic} cannot be read: a partition may have no leader`);
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => {}); // an empty group expires anyway
    await admin.disconnect();
  }
}

async function readOn(
  consumer: Consumer,
  topic: string,
  from: ReadonlyMap<number, number>,
  leaders: ReadonlySet<string>,
): Promise<boolean> {
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  const fetches = new Map<string, number>();
  return new Promise((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    consumer.on(consumer.events.GROUP_JOIN, () => {
      for (const [partition, offset] of from) consumer.seek({ topic, partition, offset: String(offset) });
      fetches.clear();
    });
    consumer.on(consumer.events.FETCH, ({ payload: { nodeId } }) => {
      const node = String(nodeId); // the library declares a number and gives a text
      fetches.set(node, (fetches.get(node) ?? 0) + 1);
      if ([...leaders].every((leader) => (fetches.get(leader) ?? 0) >= ENOUGH_FETCHES)) resolve(false);
    });
    const run = consumer.run({
      autoCommit: false,
      eachBatch: ({ batch: { partition, messages } }) => {
        if (messages.some(({ offset }) => Number(offset) >= (from.get(partition) ?? 0))) resolve(true);
        return Promise.resolve();
      },
    });
    run.catch(reject);
  });
}
