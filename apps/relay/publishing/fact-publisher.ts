import type { Kafka, Message, Producer } from 'kafkajs';
import type { PublishedStreams } from '@probity/contracts/facts';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { FollowerTurn } from '@probity/event-store/follower';
import { explainKafka } from '@probity/messaging/kafka/kafka-connection';
import { PRODUCER } from '@probity/messaging/kafka/kafka-sender';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { factMessage } from './fact-message';

/** Kafka rejects larger requests. A single message that is larger than this is sent alone. */
const MAX_SEND_BYTES = 512 * 1024;

export interface FactPublisherOptions {
  kafka: Kafka;
  topicPrefix: string;
  streams: PublishedStreams;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Publishes facts, each batch in a Kafka transaction.
 *
 * The transaction fences: its transactional id belongs to the relay, so Kafka rejects a relay that was stopped,
 * replaced and continues later. It cannot publish old facts after newer ones. Readers of committed messages never
 * see an unfinished transaction.
 */
export async function beginPublishing(options: FactPublisherOptions): Promise<FollowerTurn> {
  const { kafka, topicPrefix, streams, logger, metrics } = options;
  const topic = topicPrefix + streams.topic;
  const producer = kafka.producer({
    transactionalId: `${topicPrefix}probity-relay-${streams.topic}`,
    idempotent: true,
    maxInFlightRequests: 1,
    ...PRODUCER,
  });
  await refuseMissingTopic(kafka, topic);
  try {
    await producer.connect();
    // The library takes the next epoch with its first transaction. The fence must exist before the checkpoint is
    // read: from here on Kafka rejects the earlier owner of the id.
    await (await producer.transaction()).abort();
  } catch (error) {
    await producer.disconnect().catch(() => {}); // it is retried every second and must leave no connection open
    throw error;
  }
  return {
    handle: async (events) => {
      const messages = events.filter((event) => isReadable(event, logger)).map((event) => factMessage(streams, event));
      if (messages.length === 0) return;
      await publish(producer, topic, messages);
      metrics.countPublished(topic, messages.length);
    },
    end: () => producer.disconnect(),
  };
}

/** The library would retry for a long time. With this limit the relay reports a failure immediately. */
async function refuseMissingTopic(kafka: Kafka, topic: string): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await admin.fetchTopicMetadata({ topics: [topic] });
  } catch (error) {
    throw explainKafka(error);
  } finally {
    await admin.disconnect();
  }
}

async function publish(producer: Producer, topic: string, messages: Message[]): Promise<void> {
  const transaction = await producer.transaction();
  try {
    for (const part of inParts(messages)) await transaction.send({ topic, acks: -1, messages: part });
    await transaction.commit();
  } catch (error) {
    // The turn ends with this error. If the abort fails too, the next owner of the id aborts the transaction.
    if (transaction.isActive()) await transaction.abort().catch(() => {});
    throw error;
  }
}

function inParts(messages: Message[]): Message[][] {
  const parts: Message[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    const size = message.value?.length ?? 0;
    if (bytes + size > MAX_SEND_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(message);
    bytes += size;
  }
  return parts;
}

/** Only an event that was tampered with cannot be read. It must not hold back later events. */
function isReadable({ data, stream, revision, id }: RecordedEvent, logger: Logger): boolean {
  if (typeof data === 'object' && data !== null) return true;
  logger.error({ stream, revision, id }, 'an event cannot be read and is not published; verify its ledger');
  return false;
}
