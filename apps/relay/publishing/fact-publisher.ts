import type { Kafka, Message, Producer } from 'kafkajs';
import type { PublishedStreams } from '@probity/contracts/facts';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { FollowerTurn } from '@probity/event-store/follower';
import { PassedOver } from '@probity/event-store/passed-over';
import { factMessage, isPublishable, UNREADABLE } from '@probity/messaging/facts/fact-message';
import { inParts } from '@probity/messaging/facts/in-parts';
import { explainKafka } from '@probity/messaging/kafka/explain-kafka';
import { compressionOf, PRODUCER } from '@probity/messaging/kafka/kafka-sender';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';

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
 * The transactions also prevent that two relays publish at the same time. All relays of the same streams use the same
 * transactional id, and Kafka accepts only the newest producer with an id. A relay that was paused and replaced is
 * rejected when it continues, so it cannot publish old facts after newer ones. Readers of committed messages never
 * see an unfinished transaction.
 */
export async function beginPublishing(options: FactPublisherOptions): Promise<FollowerTurn> {
  const { kafka, topicPrefix, streams, logger, metrics } = options;
  const topic = topicPrefix + streams.topic;
  const producer = kafka.producer({
    transactionalId: `${topicPrefix}probity-relay-${streams.followedAs}`,
    idempotent: true,
    maxInFlightRequests: 1,
    ...PRODUCER,
  });
  await refuseMissingTopic(kafka, topic);
  try {
    await producer.connect();
    // Kafka rejects the earlier producer from the first transaction on. That must happen before the checkpoint is
    // read, so this begins a transaction without messages.
    await (await producer.transaction()).abort();
  } catch (error) {
    await producer.disconnect().catch(() => {}); // the follower retries soon; a failed attempt must not leak
    throw error;
  }
  const passedOver = new PassedOver(streams.topic, logger, metrics);
  return {
    handle: async (events) => {
      const messages = passedOver
        .withoutForeign(events)
        .filter((event) => isReadable(event, passedOver))
        .map((event) => factMessage(streams, event));
      if (messages.length === 0) return;
      await publish(producer, topic, messages);
      metrics.countPublished(topic, messages.length);
    },
    end: () => producer.disconnect(),
  };
}

/** Reports a missing topic immediately. The producer of the library would retry for a long time instead. */
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
    for (const part of inParts(messages)) {
      await transaction.send({ topic, acks: -1, messages: part, compression: compressionOf(part) });
    }
    await transaction.commit();
  } catch (error) {
    // If the abort fails too, Kafka aborts the transaction when the next producer with this id begins.
    if (transaction.isActive()) await transaction.abort().catch(() => {});
    throw error;
  }
}

/** An event is unreadable only if it was tampered with. It must not prevent the publication of later events. */
function isReadable(event: RecordedEvent, passedOver: PassedOver): boolean {
  if (isPublishable(event)) return true;
  passedOver.report('damaged', [event], undefined, UNREADABLE);
  return false;
}
