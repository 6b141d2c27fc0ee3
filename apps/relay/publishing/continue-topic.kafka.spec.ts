import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { PUBLISHED_STREAMS, type PublishedStreams } from '@probity/contracts/facts';
import { ALERT_EVENTS } from '@probity/contracts/topics';
import { NO_STREAM, type RecordedEvent } from '@probity/event-store/event-store';
import { Follower } from '@probity/event-store/follower';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { ROLES } from '@probity/persistence/roles';
import { Metrics } from '@probity/platform/metrics';
import { describeWithKafka } from '../../../testing/kafka-suite';
import { createTestTopics, type TestTopics } from '../../../testing/kafka-topics';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { beginPublishing } from './fact-publisher';
import { followFacts } from './follow-facts';

const logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
const PRESENT = PUBLISHED_STREAMS.find(({ topic }) => topic === ALERT_EVENTS)!;
const OLD_TOPIC = PRESENT.followedAs;
/** As the version before published them. */
const EARLIER: PublishedStreams = { ...PRESENT, topic: OLD_TOPIC };

describeWithKafka('a topic that continues a retired one', (broker) => {
  let database: TestDatabase;
  let topics: TestTopics;
  const stream = `alert-${randomUUID()}`;
  const relays: Follower[] = [];
  let revision = NO_STREAM;

  beforeAll(async () => {
    database = await createTestDatabase();
    topics = await createTestTopics(broker(), { [OLD_TOPIC]: 3, [ALERT_EVENTS]: 3 });
  });
  afterAll(async () => {
    await Promise.all(relays.map((relay) => relay.stop()));
    await database.drop();
  });

  async function start(streams: PublishedStreams): Promise<Follower> {
    const as = await database.as(ROLES.relay);
    const { kafka, prefix: topicPrefix } = topics;
    const store = new PostgresEventStore(as);
    const relay = followFacts({ streams, kafka, topicPrefix, store, database: as, logger, metrics: new Metrics() });
    relays.push(relay);
    relay.start();
    return relay;
  }
  async function append(count: number): Promise<void> {
    const events = Array.from({ length: count }, () => ({
      id: randomUUID(),
      type: 'AlertDismissed',
      data: { alert_id: stream.slice('alert-'.length) },
    }));
    const stored: RecordedEvent[] = await new PostgresEventStore(database.owner).append(
      stream,
      revision,
      events,
      async () => {},
    );
    revision = stored.at(-1)!.revision;
  }
  const published = async (topic: string, count: number): Promise<number[]> =>
    (await topics.read(topic, count)).map(({ headers }) => Number(headers!.ce_revision));
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('begins where the retired one ends, also while an old and a new relay run', async () => {
    const old = await start(EARLIER);
    await append(3);
    expect(await published(OLD_TOPIC, 3)).toEqual([0, 1, 2]);

    const present = await start(PRESENT);
    await until(() => present.state === 'standby');
    await append(2);
    expect(await published(OLD_TOPIC, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(present.state).toBe('standby');

    await old.stop();
    await append(2);
    expect(await published(ALERT_EVENTS, 2)).toEqual([5, 6]);

    const again = await start(EARLIER); // a relay of the version before that starts later
    await until(() => again.state === 'standby');
    await append(1);
    expect(await published(ALERT_EVENTS, 3)).toEqual([5, 6, 7]);
    expect(await published(OLD_TOPIC, 5)).toEqual([0, 1, 2, 3, 4]);
  });

  it('rejects a relay of the version before that was suspended and replaced', async () => {
    const begin = (streams: PublishedStreams) => {
      const { kafka, prefix: topicPrefix } = topics;
      return beginPublishing({ streams, kafka, topicPrefix, logger, metrics: new Metrics() });
    };
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    const event = {
      id: randomUUID(),
      type: 'AlertDismissed',
      data: { alert_id: stream.slice('alert-'.length) },
      stream,
      revision: 100,
    };
    const zombie = await begin(EARLIER);
    const successor = await begin(PRESENT);
    await successor.handle([event]);
    await expect(zombie.handle([event])).rejects.toThrow();
    await Promise.all([zombie.end(), successor.end()]);
    expect(await published(ALERT_EVENTS, 4)).toEqual([5, 6, 7, 100]);
  });
});
