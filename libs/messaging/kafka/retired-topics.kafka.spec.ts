import { randomUUID } from 'node:crypto';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { CustomerCreated } from '@probity/contracts/customers/events';
import { DEAD_LETTER_HEADERS, HEADERS } from '@probity/contracts/headers';
import { CUSTOMER_EVENTS, deadLetterTopic, RETIRED_TOPICS } from '@probity/contracts/topics';
import { describeWithKafka } from '../../../testing/kafka-suite';
import { createTestTopics, type TestTopics } from '../../../testing/kafka-topics';
import type { MessageContext } from '../command-call';
import { OnFact } from '../handler-decorators';
import { KafkaServer } from './kafka-server';

const logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
const OLD = RETIRED_TOPICS.find(({ successor }) => successor === CUSTOMER_EVENTS)!.name;
const NEW = { [CUSTOMER_EVENTS]: 2, [deadLetterTopic(CUSTOMER_EVENTS)]: 1 };

let handled: string[] = [];

@Controller()
class Handlers {
  @OnFact(CustomerCreated)
  created(_customer: unknown, { stream, revision }: MessageContext): Promise<void> {
    if (stream === 'customer-poison') return Promise.reject(new Error('it does not go'));
    handled.push(`${stream}@${revision}`);
    return Promise.resolve();
  }
}

@Module({ controllers: [Handlers] })
class HandlersModule {}

describeWithKafka('a service that follows facts on a topic that continues a retired one', (broker) => {
  let topics: TestTopics;
  let app: INestMicroservice | undefined;
  beforeEach(() => (handled = []));
  afterEach(() => app?.close());

  async function start(): Promise<KafkaServer> {
    const strategy = new KafkaServer({
      kafka: topics.kafka,
      topicPrefix: topics.prefix,
      service: 'spec',
      topics: [CUSTOMER_EVENTS],
      commands: [],
      book: { keep: async () => {}, putAside: async () => true, handled: async () => {} },
      logger,
      onDead: (error) => {
        throw error;
      },
    });
    app = await NestFactory.createMicroservice(HandlersModule, { strategy, logger: false });
    await app.listen();
    return strategy;
  }
  const fact = (key: string, revision: number) => ({
    key,
    value: '{}',
    headers: {
      [HEADERS.id]: randomUUID(),
      [HEADERS.type]: CustomerCreated.name,
      [HEADERS.subject]: `customer-${key}`,
      [HEADERS.revision]: String(revision),
    },
  });
  const until = async (...wanted: string[]): Promise<void> => {
    while (!wanted.every((one) => handled.includes(one))) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('handles what is left on the retired topic, and goes on when that topic is deleted', async () => {
    topics = await createTestTopics(broker(), { ...NEW, [OLD]: 2 });
    await topics.put(OLD, [fact('a', 0), fact('poison', 0), fact('b', 0)]);
    await topics.put(CUSTOMER_EVENTS, [fact('a', 1)]);
    await start();
    await until('customer-a@0', 'customer-b@0', 'customer-a@1');
    const [letter] = await topics.read(deadLetterTopic(CUSTOMER_EVENTS), 1);
    expect(String(letter!.headers![DEAD_LETTER_HEADERS.topic])).toBe(topics.prefix + OLD);

    await app!.close();
    const server = await start();
    expect([...(await server.lag()).keys()].sort()).toEqual([OLD, CUSTOMER_EVENTS]);
    await topics.put(OLD, [fact('c', 0)]);
    await until('customer-c@0');
    // A commit can fail while the group changes; then the service handles some facts again.
    expect([...new Set(handled)].sort()).toEqual(['customer-a@0', 'customer-a@1', 'customer-b@0', 'customer-c@0']);

    const admin = topics.kafka.admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [topics.prefix + OLD] });
    await admin.disconnect();
    await topics.put(CUSTOMER_EVENTS, [fact('d', 0), fact('e', 0)]);
    await until('customer-d@0', 'customer-e@0');
    await server.lag().catch(() => {});
    await expect(server.lag()).resolves.toEqual(new Map([[CUSTOMER_EVENTS, expect.any(Number)]]));
  });

  it('needs no retired topic', async () => {
    topics = await createTestTopics(broker(), NEW);
    await start();
    await topics.put(CUSTOMER_EVENTS, [fact('a', 0)]);
    await until('customer-a@0');
  });
});
