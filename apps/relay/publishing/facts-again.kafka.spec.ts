import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { CustomerCreated } from '@probity/contracts/customers/events';
import { HEADERS } from '@probity/contracts/headers';
import { PUBLISHED_STREAMS } from '@probity/contracts/facts';
import { CUSTOMER_EVENTS, deadLetterTopic } from '@probity/contracts/topics';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { DeadLetterBook } from '@probity/messaging/dead-letter-book';
import { NotOnReadSideYet } from '@probity/messaging/deliver-fact';
import { factMessage } from '@probity/messaging/facts/fact-message';
import { OnFact } from '@probity/messaging/handler-decorators';
import { KafkaServer } from '@probity/messaging/kafka/kafka-server';
import { RefusalFilter } from '@probity/messaging/refusal.filter';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { describeWithKafka } from '../../../testing/kafka-suite';
import { createTestTopics, type TestTopics } from '../../../testing/kafka-topics';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { FactsAgain } from './facts-again';

const logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
const STREAM = 'customer-0197e2b0-5c1d-7a3e-9f00-2b4c6d8e0a12';
const streams = PUBLISHED_STREAMS.find(({ prefix }) => prefix === 'customer-')!;

let broken: boolean;
let failure: Error;
let handled: Record<string, string[]>;

function handlersOf(service: string, canBreak: boolean): object {
  @Controller()
  class Handlers {
    @OnFact(CustomerCreated)
    created(_customer: unknown, { id }: { id?: string }): Promise<void> {
      if (broken && canBreak) return Promise.reject(failure);
      (handled[service] ??= []).push(id!);
      return Promise.resolve();
    }
  }
  @Module({ controllers: [Handlers] })
  class HandlersModule {}
  return HandlersModule;
}

describeWithKafka('a dead fact that is handled again over Kafka', (broker) => {
  let topics: TestTopics;
  let test: TestDatabase;
  let relay: FactsAgain;
  let office: Database;
  const apps: INestMicroservice[] = [];
  beforeEach(async () => {
    broken = true;
    failure = new Error('it broke');
    handled = {};
    test = await createTestDatabase();
    office = await test.as(ROLES.backOffice);
    topics = await createTestTopics(broker(), { [CUSTOMER_EVENTS]: 2, [deadLetterTopic(CUSTOMER_EVENTS)]: 1 });
    const store = new PostgresEventStore(test.owner);
    const event = {
      id: '0197e2b0-5c1d-7a3e-9f00-2b4c6d8e0a11',
      type: 'CustomerCreated',
      data: { customer_id: STREAM.slice(streams.prefix.length), created_at: 'now' },
    };
    const [recorded] = await store.append(STREAM, -1, [event], () => Promise.resolve());
    await topics.put(CUSTOMER_EVENTS, [factMessage(streams, recorded!)]);
    await start('first', true);
    await start('second', false);
    const database = await test.as(ROLES.relay);
    const { kafka, prefix: topicPrefix } = topics;
    const own = { store: new PostgresEventStore(database), database, logger, everyMs: 50 };
    relay = new FactsAgain({ kafka, topicPrefix, ...own });
    relay.start();
  });
  afterEach(async () => {
    await relay?.stop();
    for (const app of apps.splice(0)) await app.close();
    await test.drop();
  });

  async function start(service: string, canBreak: boolean): Promise<void> {
    const strategy = new KafkaServer({
      kafka: topics.kafka,
      topicPrefix: topics.prefix,
      service,
      topics: [CUSTOMER_EVENTS],
      commands: [],
      book: new DeadLetterBook(await test.as(ROLES.pipeline), service),
      logger,
      onDead: (error) => {
        throw error;
      },
    });
    const app = await NestFactory.createMicroservice(handlersOf(service, canBreak), { strategy, logger: false });
    app.useGlobalFilters(new RefusalFilter(logger));
    apps.push(app);
    await app.listen();
  }
  const letters = async () =>
    (await test.owner.query('SELECT service, message, reason, again_at, passed_on_at FROM platform.dead_letters')).rows;
  const until = async (wanted: (found: Record<string, unknown>[]) => boolean): Promise<void> => {
    while (!wanted(await letters())) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const again = () => office.query('SELECT platform.handle_dead_letter_again($1, $2)', ['first', `${STREAM}@0`]);

  it('reaches only the service that could not handle it, with the same id, and is listed until then', async () => {
    await until((found) => found.length === 1);
    expect(await letters()).toMatchObject([{ service: 'first', message: `${STREAM}@0`, reason: 'it broke' }]);
    broken = false;
    await again();
    await until((found) => found.length === 0);
    const ids = (await topics.read(CUSTOMER_EVENTS, 2)).map(({ headers }) => String(headers![HEADERS.id]));
    expect(ids[0]).toBe(ids[1]);
    // A fact after it in the same lane shows that the other service has passed it.
    const [fact] = await topics.read(CUSTOMER_EVENTS, 1);
    const key = STREAM.slice(streams.prefix.length);
    const last = { ...fact!.headers, [HEADERS.id]: 'last' } as Record<string, string>;
    await topics.put(CUSTOMER_EVENTS, [{ key, value: '{}', headers: last }]);
    while (handled.second?.at(-1) !== 'last') await new Promise((resolve) => setTimeout(resolve, 20));
    expect(handled.second).toEqual([ids[0], 'last']);
    expect(handled.first?.[0]).toBe(ids[0]);
  });

  it('is handled by itself if its object was not on the read side, and is no dead letter in a topic', async () => {
    await until((found) => found.length === 1);
    failure = new NotOnReadSideYet('there is no row');
    await again();
    await until(([found]) => found!.reason === 'there is no row');
    broken = false;
    await until((found) => found.length === 0);
    expect(handled.first).toHaveLength(1);
    expect(await topics.read(deadLetterTopic(CUSTOMER_EVENTS), 1)).toHaveLength(1); // from when it broke
  });

  it('that fails again is a dead letter again, and waits no more', async () => {
    await until((found) => found.length === 1);
    await again();
    await until(([found]) => found!.passed_on_at !== null);
    await until(([found]) => found!.again_at === null);
    expect(await topics.read(deadLetterTopic(CUSTOMER_EVENTS), 2)).toHaveLength(2);
  });
});
