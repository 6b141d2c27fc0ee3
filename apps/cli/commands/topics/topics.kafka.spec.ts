import { randomUUID } from 'node:crypto';
import { type Admin, ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';
import { TOPICS } from '@probity/contracts/every-topic';
import { describeWithKafka } from '../../../../testing/kafka-suite';
import { run } from '../../run';
import type { Surroundings } from '../../surroundings';

const FACTS = TOPICS.find(({ kind }) => kind === 'event')!.name;
const COMMANDS = TOPICS.find(({ kind }) => kind === 'command')!.name;

describeWithKafka('topics in a Kafka cluster', (kafka) => {
  let prefix: string;
  let admin: Admin;
  let settings: Record<string, string>;
  beforeEach(async () => {
    settings = {};
    prefix = `topics-${randomUUID().slice(0, 8)}.`;
    admin = new Kafka({ brokers: kafka().brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
  });
  afterEach(async () => {
    const ours = (await admin.listTopics()).filter((name) => name.startsWith(prefix));
    if (ours.length > 0) await admin.deleteTopics({ topics: ours });
    await admin.disconnect();
  });

  async function probity(...args: string[]) {
    const env = { KAFKA_BROKERS: kafka().brokers.join(','), KAFKA_TOPIC_PREFIX: prefix, ...settings };
    const surroundings = {
      env,
      out: '',
      err: '',
      stdout: { write: (text: string) => (surroundings.out += text) },
      stderr: { write: (text: string) => (surroundings.err += text) },
      exitCode: undefined as Surroundings['exitCode'],
    };
    await run(['topics', ...args], surroundings);
    return surroundings;
  }

  /** Runs a command that must succeed; returns the object that it prints. */
  async function json(...args: string[]): Promise<any> {
    const { out, err, exitCode } = await probity(...args, '--json');
    expect({ err, exitCode }).toEqual({ err: '', exitCode: undefined });
    return JSON.parse(out);
  }

  const actions = (outcome: any): Record<string, string[]> =>
    Object.fromEntries(
      outcome.topics.map(({ name, steps }: any) => [name.slice(prefix.length), steps.map((step: any) => step.action)]),
    );
  const onAll = (...steps: string[]) => Object.fromEntries(TOPICS.map(({ name }) => [name, steps]));

  /** The topic's own configuration. */
  async function overrides(topic: string): Promise<Record<string, string>> {
    const resource = { type: ConfigResourceTypes.TOPIC, name: prefix + topic };
    const { resources } = await admin.describeConfigs({ resources: [resource], includeSynonyms: false });
    const set = resources[0]!.configEntries.filter(({ isDefault }) => !isDefault);
    return Object.fromEntries(set.map(({ configName, configValue }) => [configName, configValue]));
  }

  async function partitionsOf(topic: string): Promise<number> {
    const { topics } = await admin.fetchTopicMetadata({ topics: [prefix + topic] });
    return topics[0]!.partitions.length;
  }

  async function make(topic: string, numPartitions: number, configuration: Record<string, string> = {}): Promise<void> {
    const configEntries = Object.entries(configuration).map(([name, value]) => ({ name, value }));
    await admin.createTopics({
      waitForLeaders: false,
      topics: [{ topic: prefix + topic, numPartitions, configEntries }],
    });
    await eventually(async () => (await admin.listTopics()).includes(prefix + topic));
  }

  async function eventually(condition: () => Promise<boolean>): Promise<void> {
    const giveUpAt = Date.now() + 20_000;
    while (!(await condition())) {
      if (Date.now() > giveUpAt) throw new Error('the expected state was not reached within 20 s');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('are created as the contracts describe, once', async () => {
    expect(actions(await json('apply'))).toEqual(onAll('create'));
    for (const { name, partitions, retentionMs } of TOPICS) {
      expect({ name, partitions: await partitionsOf(name), ...(await overrides(name)) }).toMatchObject({
        name,
        partitions,
        'cleanup.policy': 'delete',
        'retention.ms': String(retentionMs),
      });
    }
    expect(actions(await json('apply'))).toEqual(onAll());
    expect((await probity('apply')).out).toMatch(/\nAll topics are correct\.\n$/);
  });

  it('are not changed by a dry run', async () => {
    const outcome = await json('apply', '--dry-run');
    expect(outcome.dry_run).toBe(true);
    expect(actions(outcome)).toEqual(onAll('create'));
    expect((await admin.listTopics()).filter((name) => name.startsWith(prefix))).toEqual([]);
    expect((await probity('apply', '--dry-run')).out).toMatch(
      new RegExp(`TO DO[^]*\\n${TOPICS.length} topics would change; no changes were made\\.\\n$`),
    );
  });

  it('get missing partitions and keep surplus ones', async () => {
    await make(FACTS, 2);
    await make(COMMANDS, 20);
    const outcome = actions(await json('apply'));
    expect(outcome[FACTS]).toContain('add-partitions');
    expect(outcome[COMMANDS]).not.toContain('add-partitions');
    expect(await partitionsOf(FACTS)).toBe(TOPICS.find(({ name }) => name === FACTS)!.partitions);
    expect(await partitionsOf(COMMANDS)).toBe(20);
  });

  it('get the required configuration and keep other values that were set', async () => {
    await make(FACTS, 12, { 'retention.ms': '1000', 'segment.bytes': '1048576', 'cleanup.policy': 'compact' });
    await make(COMMANDS, 12, { 'retention.ms': '-1' });
    await json('apply');
    expect(await overrides(FACTS)).toMatchObject({
      'retention.ms': '-1',
      'segment.bytes': '1048576',
      'cleanup.policy': 'delete',
    });
    expect((await overrides(COMMANDS))['retention.ms']).toBe('-1');
    expect(actions(await json('apply'))).toEqual(onAll());
  });

  it('keep facts with personal data as long as the setting says, also when it gets shorter', async () => {
    const personal = TOPICS.filter(({ holdsPersonalData }) => holdsPersonalData).map(({ name }) => name);
    const retentions = async () =>
      new Set(await Promise.all(personal.map(async (name) => (await overrides(name))['retention.ms'])));
    for (const [days, milliseconds] of [
      ['90', '7776000000'],
      ['7', '604800000'],
    ] as const) {
      settings.PERSONAL_FACTS_RETENTION_DAYS = days;
      await json('apply');
      expect(await retentions()).toEqual(new Set([milliseconds]));
    }
    expect((await overrides(FACTS))['retention.ms']).toBe('-1');
    expect(await overrides(personal[0]!)).toMatchObject({ 'segment.ms': '86400000' });
    settings.PERSONAL_FACTS_RETENTION_DAYS = '0';
    expect(await probity('list')).toMatchObject({ exitCode: 2, err: expect.stringContaining('from 1 to 365') });
  });

  it('are listed with their differences', async () => {
    await make(FACTS, 2, { 'retention.ms': '3600000' });
    const { items } = await json('list');
    expect(items.map(({ name }: any) => name)).toEqual(TOPICS.map(({ name }) => prefix + name));
    const facts = items.find(({ name }: any) => name === prefix + FACTS);
    expect(facts).toMatchObject({ exists: true, partitions: 2, replicas: 1, retention_ms: 3_600_000 });
    expect(items.find(({ name }: any) => name === prefix + COMMANDS)).toMatchObject({
      exists: false,
      partitions: null,
    });

    const { out } = await probity('list');
    expect(out).toMatch(
      new RegExp(`${prefix}${FACTS} +2 +1 +1 h +should have 12 partitions; .*retention.ms is 3600000`),
    );
    expect(out).toMatch(new RegExp(`${prefix}${COMMANDS} +- +- +- +missing`));
  });

  it('cannot have more replicas than there are brokers; the error says so and no topic is created', async () => {
    for (const args of [['apply'], ['apply', '--dry-run']]) {
      const { out, err, exitCode } = await probity(...args, '--replication', '90');
      expect({ out, exitCode }).toEqual({ out: '', exitCode: 1 });
      expect(err).toMatch(/^probity: Kafka rejected part of the change: .*INVALID_REPLICATION_FACTOR/);
      expect(err).toContain(prefix + FACTS);
    }
    expect((await admin.listTopics()).filter((name) => name.startsWith(prefix))).toEqual([]);
  });
});
