import { randomUUID } from 'node:crypto';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { CANCEL, COMMAND_HEADERS, DEAD_LETTER_HEADERS, HEADERS, REPLY_HEADERS } from '@probity/contracts/headers';
import { LedgerCreated } from '@probity/contracts/ledger/events';
import { deadLetterTopic, LEDGER_EVENTS, REPLIES } from '@probity/contracts/topics';
import type { Database } from '@probity/persistence/database';
import { describeWithKafka } from '../../../testing/kafka-suite';
import { createTestDatabase } from '../../../testing/test-database';
import { createTestTopics, type TestTopics } from '../../../testing/kafka-topics';
import { CommandBus } from '../command-bus';
import { CONTRACT_COMMANDS, CONTRACT_TOPIC, describeCommandTransport } from '../testing/command-transport-contract';
import { desk, newDesk, work, WORK_TOPIC, WorkModule } from '../testing/held-work';
import { testKeyedCommands } from '../testing/test-keyed-commands';
import { RefusalFilter } from '../refusal.filter';
import { KafkaClient } from './kafka-client';
import { KafkaServer } from './kafka-server';

const logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
const TOPICS = {
  [CONTRACT_TOPIC]: 3,
  [deadLetterTopic(CONTRACT_TOPIC)]: 1,
  [WORK_TOPIC]: 4,
  [deadLetterTopic(WORK_TOPIC)]: 1,
  [LEDGER_EVENTS]: 2,
  [deadLetterTopic(LEDGER_EVENTS)]: 1,
  [REPLIES]: 32,
};

describeWithKafka('the Kafka transport', (broker) => {
  let topics: TestTopics;
  const stops: (() => unknown)[] = [];
  const ends: (() => unknown)[] = [];
  afterAll(async () => {
    for (const end of ends) await end();
  });
  beforeAll(async () => {
    topics = await createTestTopics(broker(), TOPICS);
  });
  beforeEach(newDesk);
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  function server(service: string, served: string[], records?: Database): KafkaServer {
    return new KafkaServer({
      kafka: topics.kafka,
      topicPrefix: topics.prefix,
      service,
      topics: served,
      commands: [...CONTRACT_COMMANDS, work],
      keyed: records && testKeyedCommands(records),
      drainMs: 300,
      book: { keep: async () => {}, putAside: async () => true, handled: async () => {} },
      logger,
      onDead: (error) => {
        throw error;
      },
    });
  }

  async function startServer(service: string, served = [WORK_TOPIC]): Promise<INestMicroservice> {
    const app = await NestFactory.createMicroservice(WorkModule, { strategy: server(service, served), logger: false });
    app.useGlobalFilters(new RefusalFilter(logger));
    await app.listen();
    stops.push(() => app.close());
    return app;
  }

  function client(instance: string = randomUUID(), warmed?: string[]): KafkaClient {
    const { kafka, prefix } = topics;
    return new KafkaClient({ kafka, topicPrefix: prefix, service: 'spec', instance, warmed, logger, onDead: () => {} });
  }

  async function startBus(): Promise<CommandBus> {
    const proxy = client();
    await proxy.connect();
    stops.push(() => proxy.close());
    return new CommandBus(proxy);
  }

  const seen = async (...wanted: string[]): Promise<void> => {
    while (!wanted.every((one) => desk.seen.includes(one))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const good = (key: string, n: number, headers: Record<string, string> = {}) => ({
    key,
    value: JSON.stringify({ key, n }),
    headers: { [HEADERS.id]: randomUUID(), [HEADERS.type]: work.name, ...headers },
  });

  describeCommandTransport('Kafka', async () => {
    const database = await createTestDatabase();
    ends.push(() => database.drop());
    return { server: server('contract', [CONTRACT_TOPIC], database.owner), client: client() };
  });

  it('begins the commands of one key in order, without waiting for earlier ones', async () => {
    const bus = await startBus();
    await startServer('order');
    const release = desk.hold('a0');
    const replies = Promise.all(Array.from({ length: 20 }, (_, n) => bus.send(work, { key: 'a', n })));
    await seen('a19');
    release();
    await replies;
    expect(desk.seen).toEqual(Array.from({ length: 20 }, (_, n) => `a${n}`));
  });

  it('stores invalid messages as dead letters with the reason, and handles the others', async () => {
    await topics.put(WORK_TOPIC, [
      good('p', 1),
      { ...good('p', 0), value: 'not JSON' },
      { ...good('p', 0), value: JSON.stringify({ key: 'p', n: 'many' }) },
      { ...good('p', 0), headers: {} },
      { ...good('p', 0), headers: { [HEADERS.id]: 'x', [HEADERS.type]: 'spec.unheard-of' } },
      { ...good('p', 0), value: null },
      good('p', 2),
    ]);
    await startServer('poison');
    await seen('p1', 'p2');
    const letters = await topics.read(deadLetterTopic(WORK_TOPIC), 5);
    const reasons = letters.map(({ headers }) => String(headers![DEAD_LETTER_HEADERS.reason]));
    expect(reasons.sort()).toEqual([
      'no handler for spec.unheard-of',
      expect.stringMatching(/^the message has no ce_id/),
      'the value does not match the schema of spec.work: /n must be integer',
      'the value is not JSON',
      'the value is not JSON',
    ]);
    const asItCame = letters.find(({ value }) => value?.toString() === 'not JSON')!;
    expect(String(asItCame.key)).toBe('p');
    expect(String(asItCame.headers![DEAD_LETTER_HEADERS.topic])).toBe(topics.prefix + WORK_TOPIC);
    expect(String(asItCame.headers![DEAD_LETTER_HEADERS.attempts])).toBe('1');
  });

  it('reports a failure to the caller of a command that became a dead letter', async () => {
    const bus = await startBus();
    await startServer('tells');
    await expect(bus.send(work, { key: 't', n: 1.5 })).rejects.toThrow('the command failed');
  });

  it('opens the way to a topic and back before the first command', async () => {
    const caller = client(randomUUID(), [WORK_TOPIC]);
    stops.push(() => caller.close());
    await caller.connect();
    await startServer('warm');
    const replies = await topics.read(
      REPLIES,
      20,
      ({ headers }) => String(headers![HEADERS.type]) === `${CANCEL}.reply`,
    );
    expect(replies.map(({ headers }) => String(headers![REPLY_HEADERS.frame]))).toEqual(Array(20).fill('complete'));
    expect(await new CommandBus(caller).send(work, { key: 'warm', n: 1 })).toMatchObject({ did: 'warm1' });
    expect(desk.seen.filter((one) => one.startsWith('warm'))).toEqual(['warm1']);
  });

  it('does not carry out a command whose caller no longer waits', async () => {
    await topics.put(WORK_TOPIC, [
      good('late', 1, { [COMMAND_HEADERS.deadline]: String(Date.now() - 1) }),
      good('late', 2, { [COMMAND_HEADERS.deadline]: String(Date.now() + 60_000) }),
    ]);
    await startServer('deadline');
    await seen('late2');
    expect(desk.seen).not.toContain('late1');
  });

  it('delivers again the first message that a stopped service had not finished, and all later ones', async () => {
    const first = await startServer('crash');
    const release = desk.hold('c2');
    await topics.put(WORK_TOPIC, [good('c', 1), good('c', 2), good('c', 3)]);
    await seen('c1', 'c2', 'c3');
    // The service stops while c2 is being handled. It commits c1, and after `drainMs` it stops without committing c2.
    await first.close();

    newDesk();
    await startServer('crash');
    await seen('c2', 'c3');
    expect(desk.seen.filter((one) => one.startsWith('c'))).toEqual(['c2', 'c3']);
    release();
  });

  it('distributes commands among instances, and loses no reply when one of them stops', async () => {
    const bus = await startBus();
    await startServer('many');
    const replies = Promise.all(
      Array.from({ length: 300 }, async (_, n) => {
        if (n % 3 === 0) await new Promise((resolve) => setTimeout(resolve, n * 5));
        return bus.send(work, { key: `m${n % 16}-`, n });
      }),
    );
    const second = await startServer('many');
    stops.pop();
    await second.close();
    expect((await replies).map((reply) => (reply as { did: string }).did)).toEqual(
      Array.from({ length: 300 }, (_, n) => `m${n % 16}-${n}`),
    );
  });

  it('delivers replies only to their callers, even if two callers read the same partition', async () => {
    await startServer('callers');
    const buses = await Promise.all(Array.from({ length: 4 }, () => startBus()));
    const replies = await Promise.all(Array.from({ length: 200 }, (_, n) => buses[n % 4]!.send(work, { key: 'w', n })));
    expect(replies.map((reply) => (reply as { did: string }).did)).toEqual(
      Array.from({ length: 200 }, (_, n) => `w${n}`),
    );
  });

  describe('facts', () => {
    const fact = (key: string, name: string, sequence: number) => ({
      key,
      value: JSON.stringify({ name }),
      headers: {
        [HEADERS.id]: randomUUID(),
        [HEADERS.type]: LedgerCreated.name,
        [HEADERS.subject]: `ledger-${key}`,
        [HEADERS.revision]: String(sequence),
      },
    });

    it('are handled one after the other within a key, and in parallel across keys', async () => {
      const release = desk.hold('a-first');
      await topics.put(LEDGER_EVENTS, [fact('a', 'a-first', 0), fact('a', 'a-second', 1), fact('b', 'b-first', 0)]);
      await startServer('facts', [LEDGER_EVENTS]);
      await seen('a-first of ledger-a@0', 'b-first of ledger-b@0');
      expect(desk.seen).not.toContain('a-second of ledger-a@1');
      release();
      await seen('a-second of ledger-a@1');
    });

    it('are retried and then become dead letters, while other facts are handled', async () => {
      desk.failures.set('flaky', 2).set('poison', 1_000);
      const strange = { ...fact('c', 'strange', 3), headers: { [HEADERS.type]: 'ledger.SomethingNew' } };
      await topics.put(LEDGER_EVENTS, [
        fact('c', 'flaky', 0),
        fact('c', 'poison', 1),
        fact('c', 'after', 2),
        strange,
        { ...fact('c', 'broken', 4), value: '{' },
      ]);
      await startServer('retries', [LEDGER_EVENTS]);
      await seen('after of ledger-c@2');
      const tries = (name: string): number => desk.seen.filter((one) => one.startsWith(name)).length;
      expect([tries('flaky'), tries('poison'), tries('after')]).toEqual([3, 5, 1]);
      const letters = await topics.read(deadLetterTopic(LEDGER_EVENTS), 2);
      expect(letters.map(({ headers }) => String(headers![DEAD_LETTER_HEADERS.reason])).sort()).toEqual([
        'poison does not go',
        'the value is not JSON',
      ]);
      expect(String(letters[0]!.headers![DEAD_LETTER_HEADERS.attempts])).toBe('5');
    });
  });
});
