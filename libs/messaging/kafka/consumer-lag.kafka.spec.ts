import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { createTopics } from '../../../testing/kafka/create-topics';
import { describeWithKafka } from '../../../testing/kafka-suite';
import { ConsumerLag } from './consumer-lag';

describeWithKafka('the lag of a consumer group', (broker) => {
  it('counts the messages after the committed offsets, in all partitions', async () => {
    const { brokers } = broker();
    const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
    const [prefix, groupId] = [`${randomUUID()}.`, randomUUID()];
    const topic = `${prefix}work`;
    await createTopics(brokers, [{ topic, numPartitions: 2 }]);
    const producer = kafka.producer();
    await producer.connect();
    for (const partition of [0, 1])
      await producer.send({ topic, messages: Array.from({ length: 5 }, () => ({ value: 'x', partition })) });
    await producer.disconnect();

    const lag = new ConsumerLag(kafka, groupId, prefix, ['work']);
    expect(await lag.read()).toEqual(new Map([['work', 10]]));
    const admin = kafka.admin();
    await admin.connect();
    await admin.setOffsets({ groupId, topic, partitions: [{ partition: 1, offset: '4' }] });
    await admin.disconnect();
    expect(await lag.read()).toEqual(new Map([['work', 6]]));
    await lag.close();
  });
});
