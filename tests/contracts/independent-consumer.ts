import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { type Admin, type Consumer, Kafka, type KafkaConfig, logLevel } from 'kafkajs';
import { type FactChannel, factChannels } from './fact-channels';
import { FactChecker, type FactReport } from './fact-checker';
import { type Place, ReadPositions } from './read-positions';

/*
 * A consumer of facts, as an integrator would write it from the AsyncAPI document alone. It imports none of
 * the code that the document describes.
 */

export interface IndependentConsumerOptions {
  /** the AsyncAPI document, or its URL */
  document: object | string;
  brokers: string[];
  /** further connection settings, such as `ssl` and `sasl` */
  kafka?: Omit<KafkaConfig, 'brokers'>;
}

export interface IndependentConsumer {
  /** Resolves when all messages that are on the topics at the time of the call have been read. */
  caughtUp(limitMs: number): Promise<void>;
  /** Reports on the messages read so far. */
  report(): FactReport;
  /** Stops reading, deletes the consumer group, and reports. */
  stop(): Promise<FactReport>;
}

/** Reads all fact topics of the document from the beginning, and checks every message. */
export async function readFacts(options: IndependentConsumerOptions): Promise<IndependentConsumer> {
  const channels = factChannels(await fetched(options.document));
  if (channels.length === 0) throw new Error('the document names no topic on which facts are sent');
  const kafka = new Kafka({ logLevel: logLevel.NOTHING, ...options.kafka, brokers: options.brokers });
  const groupId = `independent-consumer-${randomUUID()}`;
  const [consumer, admin] = [kafka.consumer({ groupId, maxWaitTimeInMs: 200 }), kafka.admin()];
  const checker = new FactChecker(channels);
  const positions = new ReadPositions();

  consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { topic, partition, lastOffset } }) =>
    positions.set({ topic, partition, offset: Number(lastOffset) + 1 }),
  );
  consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
    if (!restart) positions.fail(error);
  });
  await Promise.all([consumer.connect(), admin.connect()]);
  await consumer.subscribe({ topics: channels.map(({ topic }) => topic), fromBeginning: true });
  await consumer.run({
    eachBatch: async ({ batch: { topic, partition, messages } }) => {
      for (const message of messages) {
        // After a lost connection, the broker may send messages again that were read but not committed.
        const next = { topic, partition, offset: Number(message.offset) + 1 };
        if (positions.hasReached(next)) continue;
        checker.take(topic, partition, message);
        positions.set(next);
      }
    },
  });
  return {
    caughtUp: async (limitMs) => positions.reach(await endsOf(admin, channels), limitMs),
    report: () => checker.report(),
    stop: async () => {
      await leave(consumer, admin, groupId);
      return checker.report();
    },
  };
}

async function fetched(document: object | string): Promise<unknown> {
  if (typeof document !== 'string') return document;
  const answer = await fetch(document);
  if (!answer.ok) throw new Error(`${document} returned ${answer.status}`);
  return answer.json();
}

async function leave(consumer: Consumer, admin: Admin, groupId: string): Promise<void> {
  await consumer.disconnect();
  await admin.deleteGroups([groupId]);
  await admin.disconnect();
}

/** Returns the end offset of each non-empty partition, for readers of committed messages. */
async function endsOf(admin: Admin, channels: FactChannel[]): Promise<Place[]> {
  const ends = await Promise.all(
    channels.map(async ({ topic }) =>
      (await offsetsOf(admin, topic))
        .filter(({ low, high }) => Number(high) > Number(low))
        .map(({ partition, high }) => ({ topic, partition, offset: Number(high) })),
    ),
  );
  return ends.flat();
}

const MAX_TRIES = 20;

/** Retries while the partitions of a new topic have no leader yet: kafkajs does not retry that error. */
async function offsetsOf(admin: Admin, topic: string): ReturnType<Admin['fetchTopicOffsets']> {
  for (let tries = 1; ; tries++) {
    try {
      return await admin.fetchTopicOffsets(topic);
    } catch (error) {
      if (tries === MAX_TRIES || !(error as { retriable?: boolean }).retriable) throw error;
      await delay(100);
    }
  }
}
