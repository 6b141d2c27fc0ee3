import { EventEmitter } from 'node:events';
import { type Consumer, type Kafka, KafkaJSNonRetriableError } from 'kafkajs';
import { pino } from 'pino';
import { GroupMember, type GroupMemberOptions } from './group-member';

const EVENTS = { GROUP_JOIN: 'join', HEARTBEAT: 'heartbeat', CRASH: 'crash' };

/** A consumer of kafkajs, as far as a group member uses it. It joins when it runs, unless the cluster is away. */
class FakeConsumer extends EventEmitter {
  readonly events = EVENTS;
  isConnected = false;

  constructor(private readonly cluster: FakeCluster) {
    super();
  }

  connect(): Promise<void> {
    this.cluster.connects();
    if (this.cluster.isAway) return Promise.reject(new KafkaJSNonRetriableError('Connection error: refused'));
    this.isConnected = true;
    return Promise.resolve();
  }

  subscribe(): Promise<void> {
    return Promise.resolve();
  }

  run(): Promise<void> {
    this.emit('join', { payload: { memberAssignment: { commands: [0] } } });
    return Promise.resolve();
  }

  disconnect(): Promise<void> {
    this.isConnected = false;
    return Promise.resolve();
  }

  crash(error: Error): void {
    this.emit('crash', { payload: { error, restart: false } });
  }
}

class FakeCluster {
  isAway = false;
  connects = (): void => {};
  readonly consumers: FakeConsumer[] = [];
  /** waits until a test lets the cluster list its topics */
  listing: Promise<string[]> = Promise.resolve([]);

  admin(): object {
    const done = () => Promise.resolve();
    return { connect: done, disconnect: done, listTopics: () => this.listing };
  }

  consumer(): Consumer {
    this.consumers.push(new FakeConsumer(this));
    return this.consumers.at(-1) as unknown as Consumer;
  }
}

/** The error that kafkajs 2.2.4 reports when a broker stops gracefully. */
function noCoordinator(): Error {
  const message = 'Failed to find group coordinator';
  const cause = Object.assign(new Error(message), { name: 'KafkaJSGroupCoordinatorNotFound', retriable: false });
  return Object.assign(new KafkaJSNonRetriableError(cause), { cause });
}

describe('a member of a consumer group', () => {
  let cluster: FakeCluster;
  let dead: Error[];
  /** called at the next join */
  let joins: (() => void)[];
  let member: GroupMember;

  beforeEach(async () => {
    cluster = new FakeCluster();
    dead = [];
    joins = [];
    member = new GroupMember(options());
    await member.join();
  });
  const options = (): GroupMemberOptions => ({
    kafka: cluster as unknown as Kafka,
    config: { groupId: 'ledger' },
    topics: ['commands'],
    fromBeginning: true,
    run: (consumer) => consumer.run(),
    onJoin: () => joins.splice(0).forEach((tell) => tell()),
    logger: pino({ level: 'silent' }),
    againAfterMs: 1,
    silentMs: 60,
    onDead: (error) => dead.push(error),
  });
  afterEach(() => member.leave());

  const nextJoin = () => new Promise<void>((resolve) => joins.push(resolve));

  it.each([
    ['the group coordinator was lost', noCoordinator()],
    ['the broker went away', new Error('Broker not connected')],
  ])('joins again after %s, however often it has to try', async (_case, error) => {
    cluster.isAway = true;
    const tries = new Promise<void>((resolve) => {
      let left = 20;
      cluster.connects = () => void (--left === 0 && resolve());
    });
    cluster.consumers[0]!.crash(error);
    await tries;
    expect(member.isAlive).toBe(false);
    cluster.isAway = false;
    await nextJoin();
    expect(dead).toEqual([]);
  });

  it('replaces a consumer that reported nothing and has no contact to its group', async () => {
    await nextJoin();
    expect(cluster.consumers[0]!.isConnected).toBe(false);
    expect(dead).toEqual([]);
  });

  it.each([
    ['the password is rejected', Object.assign(new Error('denied'), { name: 'KafkaJSSASLAuthenticationError' })],
    ['it may not read the topic', Object.assign(new Error('no'), { type: 'TOPIC_AUTHORIZATION_FAILED', code: 29 })],
    [
      'its version is too old',
      Object.assign(new Error('x'), { cause: { name: 'x' } }, { type: 'UNSUPPORTED_VERSION' }),
    ],
  ])('gives up when %s', (_case, error) => {
    cluster.consumers[0]!.crash(error);
    expect(dead).toEqual([error]);
  });

  it('does not join after it left, also when it still looked for retired topics', async () => {
    let list = (_topics: string[]): void => {};
    cluster.listing = new Promise((resolve) => (list = resolve));
    const late = new GroupMember({ ...options(), retiredTopics: ['old'] });
    const joining = late.join();
    await late.leave();
    list(['old']);
    await joining;
    expect(cluster.consumers).toHaveLength(1);
  });
});
