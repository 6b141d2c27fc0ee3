import { setTimeout as delay } from 'node:timers/promises';
import { type Admin, type ITopicConfig, Kafka, logLevel } from 'kafkajs';

const MAX_WAIT_MS = 20_000;
const POLL_MS = 20;

/**
 * Creates topics and waits until the broker knows them. The controller creates a topic before the broker
 * learns of it. Until then `waitForLeaders` of kafkajs and its producers fail.
 */
export async function createTopics(brokers: string[], topics: ITopicConfig[]): Promise<void> {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    await admin.createTopics({ topics, waitForLeaders: false });
    const names = topics.map(({ topic }) => topic);
    for (const giveUpAt = Date.now() + MAX_WAIT_MS; !(await haveLeaders(admin, names)); await delay(POLL_MS)) {
      if (Date.now() > giveUpAt) throw new Error(`the broker does not know all of these topics: ${names.join(', ')}`);
    }
  } finally {
    await admin.disconnect();
  }
}

async function haveLeaders(admin: Admin, topics: string[]): Promise<boolean> {
  try {
    const known = await admin.fetchTopicMetadata({ topics });
    return known.topics.every(
      ({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0),
    );
  } catch (error) {
    if (/UNKNOWN_TOPIC_OR_PARTITION|LEADER_NOT_AVAILABLE/.test((error as { type?: string }).type ?? '')) return false;
    throw error;
  }
}
