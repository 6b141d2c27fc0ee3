import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Kafka, KafkaMessage } from 'kafkajs';
import { kafkaOf } from '@probity/messaging/kafka/kafka-connection';
import type { TestKafka } from './kafka';
import { createTopics } from './kafka/create-topics';

/** Topics on a shared broker for one test. A unique prefix keeps them apart from the topics of other tests. */
export interface TestTopics {
  kafka: Kafka;
  prefix: string;
  /** Waits until the topic has `count` messages that are wanted, and returns them from the beginning. */
  read(topic: string, count: number, wanted?: (message: KafkaMessage) => boolean): Promise<KafkaMessage[]>;
  /** Sends the messages unchanged, in order. */
  put(topic: string, messages: Parameters<ReturnType<Kafka['producer']>['send']>[0]['messages']): Promise<void>;
}

/** @param topics the number of partitions by topic name; the names have no prefix */
export async function createTestTopics(broker: TestKafka, topics: Record<string, number>): Promise<TestTopics> {
  const prefix = `test-${randomUUID().slice(0, 8)}.`;
  const logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const kafka = kafkaOf({ brokers: broker.brokers, topicPrefix: prefix }, 'test', logger);
  await createTopics(
    broker.brokers,
    Object.entries(topics).map(([topic, numPartitions]) => ({ topic: prefix + topic, numPartitions })),
  );
  return {
    kafka,
    prefix,
    read: (topic, count, wanted) => readAll(kafka, prefix + topic, count, wanted),
    put: async (topic, messages) => {
      const producer = kafka.producer({ allowAutoTopicCreation: false });
      await producer.connect();
      await producer.send({ topic: prefix + topic, messages });
      await producer.disconnect();
    },
  };
}

async function readAll(
  kafka: Kafka,
  topic: string,
  count: number,
  wanted: (message: KafkaMessage) => boolean = () => true,
): Promise<KafkaMessage[]> {
  const consumer = kafka.consumer({ groupId: `test-${randomUUID()}`, maxWaitTimeInMs: 100 });
  const messages: KafkaMessage[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer
      .run({
        eachMessage: ({ message }) => {
          if (wanted(message) && messages.push(message) === count) resolve();
          return Promise.resolve();
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
  return messages;
}
