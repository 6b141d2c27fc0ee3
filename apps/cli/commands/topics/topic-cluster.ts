import { setTimeout as delay } from 'node:timers/promises';
import { type Admin, ConfigResourceTypes, ConfigSource, type Kafka } from 'kafkajs';
import { kafkaOf } from '@probity/messaging/kafka/kafka-connection';
import type { KafkaSettings } from '@probity/messaging/kafka/kafka-settings';
import { createLogger } from '@probity/platform/logging';
import { CliError } from '../../errors';
import { kafkaFailure } from './kafka-failure';
import { type ExistingTopic, planTopics, type TopicPlan, type TopicStep } from './plan-topics';
import { readRetired, retiredNames, type RetiredState } from './retired-topics';

const LOOK_AGAIN_MS = 100;
const SETTLE_MS = 30_000;

/** The topics of a Kafka cluster. */
export interface TopicCluster {
  /** The existing topics with these names. */
  read(names: string[]): Promise<ExistingTopic[]>;
  /**
   * Carries out plans: creates topics, then adds partitions, then configures. Resolves when every broker shows the
   * changes and the topics are usable.
   *
   * @param replicas of new topics; undefined: the cluster's default
   */
  apply(plans: TopicPlan[], replicas: number | undefined): Promise<void>;
  /** Asks the cluster to validate the creation of missing topics, without creating them. */
  rehearse(plans: TopicPlan[], replicas: number | undefined): Promise<void>;
  /** The names of the topics of earlier versions that exist. */
  retiredNames(): Promise<string[]>;
  /** The topics of earlier versions that exist, with their readers. */
  readRetired(): Promise<RetiredState[]>;
  /** Deletes topics with their messages. Resolves when the cluster does not show them any more. */
  remove(names: string[]): Promise<void>;
}

/**
 * Connects to the cluster, runs `work` and disconnects.
 *
 * @throws CliError that names what cannot be reached or what Kafka rejected
 */
export async function withTopicCluster<Result>(
  settings: KafkaSettings,
  work: (cluster: TopicCluster) => Promise<Result>,
): Promise<Result> {
  const kafka = kafkaOf(settings, 'probity-cli', createLogger('silent'));
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(clusterOf(kafka, admin, settings.topicPrefix));
  } catch (error) {
    throw kafkaFailure(error, settings.brokers);
  } finally {
    await admin.disconnect();
  }
}

function clusterOf(kafka: Kafka, admin: Admin, prefix: string): TopicCluster {
  return {
    retiredNames: () => retiredNames(admin, prefix),
    readRetired: () => readRetired(kafka, admin, prefix),
    remove: (names) => remove(admin, names),
    read: (names) => readTopics(admin, names),
    apply: async (plans, replicas) => {
      await create(admin, plans, replicas, false);
      await addPartitions(admin, plans);
      await configure(admin, plans);
      if (plans.some(({ steps }) => steps.length > 0)) await settled(admin, plans, replicas);
    },
    rehearse: (plans, replicas) => create(admin, plans, replicas, true),
  };
}

async function readTopics(admin: Admin, names: string[]): Promise<ExistingTopic[]> {
  const existing = new Set(await admin.listTopics());
  const found = names.filter((name) => existing.has(name));
  if (found.length === 0) return [];
  const { topics } = await admin.fetchTopicMetadata({ topics: found });
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: found.map((name) => ({ type: ConfigResourceTypes.TOPIC, name })),
  });
  return topics.map(({ name, partitions }) => {
    const entries = resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? [];
    const overrides = entries.filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG);
    return {
      name,
      partitions: partitions.length,
      replicas: Math.min(...partitions.map(({ replicas }) => replicas.length)),
      configuration: asRecord(entries),
      overrides: asRecord(overrides),
    };
  });
}

const asRecord = (entries: { configName: string; configValue: string }[]): Record<string, string> =>
  Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));

async function remove(admin: Admin, names: string[]): Promise<void> {
  if (names.length === 0) return;
  await admin.deleteTopics({ topics: names });
  const giveUpAt = Date.now() + SETTLE_MS;
  for (;;) {
    const existing = await admin.listTopics();
    const left = names.filter((name) => existing.includes(name));
    if (left.length === 0) return;
    if (Date.now() > giveUpAt) throw slow('deletion', left);
    await delay(LOOK_AGAIN_MS);
  }
}

const slow = (change: string, names: string[]): CliError =>
  new CliError(
    'kafka_slow',
    `Kafka does not show the ${change} of ${names.join(', ')} after ${SETTLE_MS / 1000} s; run \`topics list\` to see whether it was made`,
  );

/** Waits until the cluster shows the changes, because brokers learn them one after the other. */
async function settled(admin: Admin, plans: TopicPlan[], replicas: number | undefined): Promise<void> {
  const wanted = plans.map((plan) => plan.wanted);
  const names = wanted.map(({ name }) => name);
  const giveUpAt = Date.now() + SETTLE_MS;
  for (;;) {
    const existing = await readTopics(admin, names).catch(noneWhenTooNew);
    const left = planTopics(wanted, existing, replicas).filter(({ steps }) => steps.length > 0);
    if (left.length === 0) return;
    if (Date.now() > giveUpAt)
      throw slow(
        'change',
        left.map(({ name }) => name),
      );
    await delay(LOOK_AGAIN_MS);
  }
}

/** A broker may list a topic that another broker does not know yet, or that has no leader yet. */
function noneWhenTooNew(error: unknown): ExistingTopic[] {
  const { type } = error as { type?: string };
  if (type === 'UNKNOWN_TOPIC_OR_PARTITION' || type === 'LEADER_NOT_AVAILABLE') return [];
  throw error;
}

/** The steps of one kind, each with its topic. */
function stepsOf<Action extends TopicStep['action']>(plans: TopicPlan[], action: Action) {
  type Step = Extract<TopicStep, { action: Action }>;
  return plans.flatMap((plan) =>
    plan.steps.filter((step): step is Step => step.action === action).map((step) => ({ ...plan, step })),
  );
}

async function create(
  admin: Admin,
  plans: TopicPlan[],
  replicas: number | undefined,
  validateOnly: boolean,
): Promise<void> {
  const topics = stepsOf(plans, 'create').map(({ name, step }) => ({
    topic: name,
    numPartitions: step.partitions,
    replicationFactor: replicas ?? -1,
    configEntries: asEntries(step.configuration),
  }));
  // The library's own wait fails immediately when the broker does not know the topic yet.
  if (topics.length > 0) await admin.createTopics({ topics, validateOnly, waitForLeaders: false });
}

async function addPartitions(admin: Admin, plans: TopicPlan[]): Promise<void> {
  const topicPartitions = stepsOf(plans, 'add-partitions').map(({ name, step }) => ({ topic: name, count: step.to }));
  if (topicPartitions.length > 0) await admin.createPartitions({ topicPartitions });
}

/** The request replaces the whole configuration of the topic, so it also contains the values that were set before. */
async function configure(admin: Admin, plans: TopicPlan[]): Promise<void> {
  const resources = stepsOf(plans, 'configure').map(({ name, existing, step }) => ({
    type: ConfigResourceTypes.TOPIC,
    name,
    configEntries: asEntries({
      ...existing?.overrides,
      ...Object.fromEntries(step.changes.map((change) => [change.name, change.to])),
    }),
  }));
  if (resources.length > 0) await admin.alterConfigs({ validateOnly: false, resources });
}

const asEntries = (configuration: Record<string, string>): { name: string; value: string }[] =>
  Object.entries(configuration).map(([name, value]) => ({ name, value }));
