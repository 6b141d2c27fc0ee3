import { randomUUID } from 'node:crypto';
import { type Consumer, Kafka, logLevel } from 'kafkajs';
import { createTopics } from '../../testing/kafka/create-topics';
import { describeWithKafka, describeWithOwnKafka } from '../../testing/kafka-suite';

const READ_TIMEOUT_MS = 20_000;

function client(brokers: string[]): Kafka {
  return new Kafka({ brokers, logLevel: logLevel.NOTHING });
}

async function newTopic(brokers: string[], numPartitions = 1): Promise<string> {
  const topic = `broker.spec.${randomUUID()}`;
  await createTopics(brokers, [{ topic, numPartitions }]);
  return topic;
}

async function produce(kafka: Kafka, topic: string, values: string[]): Promise<void> {
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({ topic, messages: values.map((value) => ({ key: value, value })) });
  await producer.disconnect();
}

/** Reads for this group until `count` different messages have arrived: a message can repeat when a group rebalances. */
async function read(kafka: Kafka, topic: string, count: number, groupId: string = randomUUID()): Promise<string[]> {
  const consumer: Consumer = kafka.consumer({ groupId, sessionTimeout: 6_000, heartbeatInterval: 500 });
  const values = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  await consumer.connect();
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`only ${values.size} of ${count} messages arrived: ${[...values].join(', ')}`)),
        READ_TIMEOUT_MS,
      );
      consumer.on('consumer.crash', ({ payload }) => {
        if (!payload.restart) reject(payload.error);
      });
      consumer
        .run({
          eachMessage: async ({ message }) => {
            if (values.add(message.value!.toString()).size === count) resolve();
          },
        })
        .catch(reject);
    });
  } finally {
    clearTimeout(timer);
    await consumer.disconnect();
  }
  return [...values];
}

describeWithKafka('a Kafka broker', (kafka) => {
  it('delivers every message to a consumer', async () => {
    const cluster = client(kafka().brokers);
    const topic = await newTopic(kafka().brokers, 4);
    const sent = Array.from({ length: 100 }, (_, n) => `message ${n}`);
    await produce(cluster, topic, sent);
    expect((await read(cluster, topic, sent.length)).sort()).toEqual(sent.sort());
  });

  it('delivers messages of committed transactions, and none of aborted ones', async () => {
    const cluster = client(kafka().brokers);
    const topic = await newTopic(kafka().brokers);
    const producer = cluster.producer({ transactionalId: randomUUID(), maxInFlightRequests: 1, idempotent: true });
    await producer.connect();
    for (const [value, end] of [
      ['first', 'commit'],
      ['never', 'abort'],
      ['last', 'commit'],
    ] as const) {
      const transaction = await producer.transaction();
      await transaction.send({ topic, messages: [{ value }] });
      await transaction[end]();
    }
    await producer.disconnect();
    expect(await read(cluster, topic, 2)).toEqual(['first', 'last']);
  });
});

describeWithOwnKafka('a Kafka broker that is killed and started again', (kafka) => {
  it('keeps its address, its messages and the offsets of groups', async () => {
    const cluster = client(kafka().brokers);
    const topic = await newTopic(kafka().brokers);
    const groupId = randomUUID();
    await produce(cluster, topic, ['one', 'two']);
    expect(await read(cluster, topic, 2, groupId)).toEqual(['one', 'two']);

    await kafka().restart();

    await produce(cluster, topic, ['three']);
    expect(await read(cluster, topic, 1, groupId)).toEqual(['three']);
    expect(await read(cluster, topic, 3)).toEqual(['one', 'two', 'three']);
  });
});
