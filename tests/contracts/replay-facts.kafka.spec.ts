import { randomBytes, randomUUID } from 'node:crypto';
import type { KafkaMessage } from 'kafkajs';
import { pino } from 'pino';
import { CustomerCreated, CustomerProfileChanged, customerStream } from '@probity/contracts/customers/events';
import { PUBLISHED_STREAMS } from '@probity/contracts/facts';
import { TenantCreated, tenantStream } from '@probity/contracts/tenants/events';
import { CUSTOMER_EVENTS, RETIRED_TOPICS } from '@probity/contracts/topics';
import { type EventStore, NO_STREAM } from '@probity/event-store/event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { DataKeys } from '@probity/event-store/personal-data/data-keys';
import { PersonalDataCodec } from '@probity/event-store/personal-data/personal-data-codec';
import { SealingEventStore } from '@probity/event-store/personal-data/sealing-event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { Metrics } from '@probity/platform/metrics';
import { followFacts } from '../../apps/relay/publishing/follow-facts';
import { run } from '../../apps/cli/run';
import type { Surroundings } from '../../apps/cli/surroundings';
import { createTopics } from '../../testing/kafka/create-topics';
import { describeWithKafka } from '../../testing/kafka-suite';
import { createTestTopics, type TestTopics } from '../../testing/kafka-topics';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';

const KEY = randomBytes(32);
const DESTROY = 'UPDATE privacy.data_keys SET sealed_key = NULL, destroyed_at = now() WHERE subject = $1';
const STREAMS = PUBLISHED_STREAMS.find(({ topic }) => topic === CUSTOMER_EVENTS)!;
const { profile } = CustomerCreated.example as { profile: { email: string } };

describeWithKafka('the replay of facts', (kafka) => {
  describe.each(['Postgres', 'EventStoreDB'])('from %s', (kind) => {
    let database: TestDatabase;
    let topics: TestTopics;
    let node: StandIn | undefined;
    let connection: Connection | undefined;
    let store: EventStore;
    const [one, other] = [randomUUID(), randomUUID()];
    const customers = Array.from({ length: 40 }, () => randomUUID());

    beforeAll(async () => {
      database = await createTestDatabase();
      topics = await createTestTopics(kafka(), { [CUSTOMER_EVENTS]: 3 });
      if (kind === 'EventStoreDB') {
        node = await StandIn.start();
        connection = new Connection(node.connectionString);
      }
      store = openStore();
      for (const [id, slug] of [
        [one, 'one'],
        [other, 'other'],
      ] as const) {
        await append(tenantStream(id), NO_STREAM, TenantCreated, { tenant_id: id, slug });
      }
      for (const [n, id] of customers.entries()) {
        const about = { customer_id: id, tenant_id: n % 2 === 0 ? one : other };
        await append(customerStream(id), NO_STREAM, CustomerCreated, about);
        await append(customerStream(id), 0, CustomerProfileChanged, about);
      }
    });
    afterAll(async () => {
      await connection?.close();
      await node?.stop();
      await database.drop();
    });

    /** As another process has it: with no keys kept. */
    function openStore(): EventStore {
      const below = connection
        ? new EventStoreDbEventStore(connection, database.owner)
        : new PostgresEventStore(database.owner);
      return new SealingEventStore(below, new PersonalDataCodec(new DataKeys(database.owner, KEY)));
    }
    async function append(
      stream: string,
      revision: number,
      { type, example }: { type: string; example: object },
      about: object,
    ): Promise<void> {
      const event = { id: randomUUID(), type, data: { ...example, ...about } };
      await store.append(stream, revision, [event], () => Promise.resolve());
    }
    async function newTopic(): Promise<string> {
      const topic = `crm-${randomUUID()}`;
      await createTopics(kafka().brokers, [{ topic: topics.prefix + topic, numPartitions: 3 }]);
      return topic;
    }
    async function replay(to: string, ...args: string[]) {
      const surroundings = {
        env: {
          DATABASE_URL: database.url,
          ...(node && { EVENTSTORE_URL: node.connectionString }),
          PROBITY_PERSONAL_DATA_KEY: KEY.toString('base64'),
          KAFKA_BROKERS: kafka().brokers.join(','),
          KAFKA_TOPIC_PREFIX: topics.prefix,
        },
        out: '',
        err: '',
        stdout: { write: (text: string) => (surroundings.out += text) },
        stderr: { write: (text: string) => (surroundings.err += text) },
        exitCode: undefined as Surroundings['exitCode'],
      };
      const given = args.includes('--topic') ? args : ['--topic', CUSTOMER_EVENTS, ...args];
      await run(['facts', 'replay', '--to', to, ...given, '--json'], surroundings);
      return surroundings;
    }
    async function written(to: string, ...args: string[]): Promise<any> {
      const { out, err, exitCode } = await replay(topics.prefix + to, ...args);
      expect({ err, exitCode }).toEqual({ err: '', exitCode: undefined });
      return JSON.parse(out);
    }
    /** Messages in the order of each key, with what a consumer sees of them. */
    const seen = (messages: KafkaMessage[]): string[] =>
      messages
        .map(({ key, headers, value }) => ({
          key: String(key),
          headers: Object.fromEntries(Object.entries(headers!).map(([name, text]) => [name, String(text)])),
          value: String(value),
        }))
        .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
        .map((message) => JSON.stringify(message));

    it('writes what the relay publishes, with the same keys, headers, values and order', async () => {
      const relay = followFacts({
        streams: STREAMS,
        kafka: topics.kafka,
        topicPrefix: topics.prefix,
        store: openStore(),
        database: database.owner,
        logger: pino({ level: 'silent' }),
        metrics: new Metrics(),
      });
      relay.start();
      const published = await topics.read(CUSTOMER_EVENTS, 80);
      await relay.stop();
      const to = await newTopic();
      const outcome = await written(to);
      expect(outcome).toMatchObject({ facts: 80, skipped: 0, complete: true, tenant: null });
      expect(seen(await topics.read(to, 80))).toEqual(seen(published));

      expect(await written(to, '--after', outcome.position)).toMatchObject({ facts: expect.any(Number) });
      await append(customerStream(customers[0]!), 1, CustomerProfileChanged, {
        customer_id: customers[0],
        tenant_id: one,
      });
      const later = await newTopic();
      const { facts } = await written(later, '--after', outcome.position);
      const last = (await topics.read(later, facts)).at(-1)!;
      expect([String(last.key), String(last.headers!.ce_revision)]).toEqual([customers[0], '2']);
    });

    it('writes the facts of one tenant only', async () => {
      const to = await newTopic();
      const { facts } = await written(to, '--tenant', 'other');
      expect(facts).toBe(40);
      const tenants = (await topics.read(to, 40)).map(({ value }) => JSON.parse(String(value)).tenant_id as string);
      expect(new Set(tenants)).toEqual(new Set([other]));
      const { err, exitCode } = await replay(topics.prefix + to, '--tenant', 'no-such-tenant');
      expect([JSON.parse(err).code, exitCode]).toEqual(['no_such_tenant', 2]);
    });

    it('writes nothing of an erased person', async () => {
      const [erased] = customers as [string];
      await database.owner.query(DESTROY, [erased]);
      const to = await newTopic();
      const { facts } = await written(to);
      const messages = await topics.read(to, facts);
      const about = (id: string) => String(messages.filter(({ key }) => String(key) === id).map(({ value }) => value));
      expect(about(erased)).toContain('[erased]');
      expect(about(erased)).not.toContain(profile.email);
      expect(about(customers[1]!)).toContain(profile.email);
    });

    it('says how to go on when Kafka rejects a fact', async () => {
      const topic = `small-${randomUUID()}`;
      const configEntries = [{ name: 'max.message.bytes', value: '100' }];
      await createTopics(kafka().brokers, [{ topic, configEntries }]);
      const { err, exitCode } = await replay(topic);
      expect([JSON.parse(err).code, exitCode]).toEqual(['kafka_refused', 1]);
      expect(err).toMatch(/MESSAGE_TOO_LARGE.*start again/);
    });

    it('refuses topics of Probity, topics that do not exist, and topics without facts', async () => {
      const retired = RETIRED_TOPICS[0]!.name;
      const to = topics.prefix + (await newTopic());
      for (const [target, args, code] of [
        [topics.prefix + CUSTOMER_EVENTS, [], 'usage'],
        [`other.${retired}`, [], 'usage'],
        [`${topics.prefix}${CUSTOMER_EVENTS}.dead-letter`, [], 'usage'],
        ['__consumer_offsets', [], 'usage'],
        [`${topics.prefix}none`, [], 'no_such_topic'],
        [to, ['--topic', retired], 'usage'],
        [to, ['--topic', 'platform.command.reply.v1'], 'usage'],
        [to, ['--after', 'yesterday'], 'usage'],
      ] as const) {
        const { err, exitCode } = await replay(target, ...args);
        expect([target, JSON.parse(err).code, exitCode]).toEqual([target, code, 2]);
      }
    });
  });
});
