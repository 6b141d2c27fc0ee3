import { type Command, InvalidArgumentError } from 'commander';
import { topicConfiguration } from '@probity/contracts/asyncapi/topic-configuration';
import type { Topic } from '@probity/contracts/topics';
import { group, subcommand } from '../help';
import { count } from '../output/count';
import { type Column, table } from '../output/table';
import { answerOf } from '../session';
import type { Surroundings } from '../surroundings';
import { planTopics, type TopicPlan, type TopicStep, type WantedTopic } from './topics/plan-topics';

const WHAT_IT_READS = `
It talks to Kafka itself and reads from the environment:
  KAFKA_BROKERS                    addresses such as kafka-1:9092,kafka-2:9092; required
  KAFKA_TOPIC_PREFIX               stands before the names of all topics
  KAFKA_TLS, KAFKA_TLS_CA_FILE     true, and the file of the authority if it is not a public one
  KAFKA_USERNAME, KAFKA_PASSWORD   if Kafka asks for them
  KAFKA_SASL_MECHANISM             plain, scram-sha-256 or scram-sha-512 (default)`;

interface ApplyOptions {
  replication?: number;
  dryRun?: true;
}

export function addTopicsCommands(program: Command, surroundings: Surroundings): void {
  const topics = group(program, 'topics', 'the Kafka topics that the services need', 'topics list');

  subcommand(
    topics,
    'apply',
    'make the topics that are missing and mend the others; safe to repeat',
    'topics apply --replication 3',
  )
    .option('--replication <number>', 'copies of each new partition; without it the cluster decides', copies)
    .option('--dry-run', 'only say what would be done')
    .addHelpText('after', WHAT_IT_READS)
    .addHelpText('after', '\nIt deletes nothing and reduces nothing.')
    .action(async ({ replication, dryRun }: ApplyOptions, command: Command) => {
      const { TOPICS, readKafkaSettings, withTopicCluster } = await kafka();
      const settings = readKafkaSettings(surroundings.env);
      const plans = await withTopicCluster(settings, async (cluster) => {
        const wanted = wantedTopics(TOPICS, settings.topicPrefix);
        const existing = await cluster.read(wanted.map(({ name }) => name));
        const made = planTopics(wanted, existing, replication);
        await (dryRun ? cluster.rehearse(made, replication) : cluster.apply(made, replication));
        return made;
      });
      const outcome = { dry_run: dryRun === true, topics: plans.map(planned) };
      answerOf(command, surroundings)(
        outcome,
        `${planTable(plans, dryRun ? 'TO DO' : 'DONE')}\n${summary(plans, dryRun)}`,
      );
    });

  subcommand(topics, 'list', 'list the topics, and how they differ from what they should be', 'topics list')
    .addHelpText('after', WHAT_IT_READS)
    .action(async (_options: object, command: Command) => {
      const { TOPICS, readKafkaSettings, withTopicCluster } = await kafka();
      const settings = readKafkaSettings(surroundings.env);
      const wanted = wantedTopics(TOPICS, settings.topicPrefix);
      const existing = await withTopicCluster(settings, (cluster) => cluster.read(wanted.map(({ name }) => name)));
      const plans = planTopics(wanted, existing);
      answerOf(command, surroundings)({ items: plans.map(listed) }, table(plans, LIST_COLUMNS, 'There are no topics.'));
    });
}

/** Loaded when it is needed, because every other command starts faster without it. */
const kafka = async () => ({
  ...(await import('@probity/messaging/kafka/kafka-connection')),
  ...(await import('@probity/contracts/every-topic')),
  ...(await import('./topics/topic-cluster')),
});

const wantedTopics = (topics: Topic[], prefix: string): WantedTopic[] =>
  topics.map((topic) => ({
    name: prefix + topic.name,
    partitions: topic.partitions,
    configuration: topicConfiguration(topic),
  }));

const planned = ({ name, steps, notes }: TopicPlan) => ({ name, steps, notes });

const listed = ({ name, existing, steps, notes }: TopicPlan) => ({
  name,
  exists: existing !== undefined,
  partitions: existing?.partitions ?? null,
  replicas: existing?.replicas ?? null,
  retention_ms: existing ? Number(existing.configuration['retention.ms']) : null,
  to_do: steps,
  notes,
});

const planTable = (plans: TopicPlan[], title: string): string =>
  table(
    plans,
    [
      { title: 'TOPIC', value: ({ name }) => name },
      { title, value: ({ steps, notes }) => [...steps.map(stepText), ...notes].join('; ') || 'nothing' },
    ],
    'There are no topics.',
  );

const LIST_COLUMNS: Column<TopicPlan>[] = [
  { title: 'TOPIC', value: ({ name }) => name },
  { title: 'PARTITIONS', value: ({ existing }) => String(existing?.partitions ?? '-'), align: 'right' },
  { title: 'REPLICAS', value: ({ existing }) => String(existing?.replicas ?? '-'), align: 'right' },
  { title: 'KEPT', value: ({ existing }) => (existing ? kept(existing.configuration['retention.ms']) : '-') },
  { title: 'STATE', value: ({ steps, notes }) => [...steps.map(stateText), ...notes].join('; ') || 'as it should be' },
];

function stepText(step: TopicStep): string {
  switch (step.action) {
    case 'create':
      return `new topic, ${count(step.partitions, 'partition', 'partitions')}`;
    case 'add-partitions':
      return `partitions from ${step.from} to ${step.to}, which moves keys`;
    case 'configure':
      return step.changes.map(({ name, from, to }) => `${name} from ${from} to ${to}`).join('; ');
  }
}

function stateText(step: TopicStep): string {
  switch (step.action) {
    case 'create':
      return 'missing';
    case 'add-partitions':
      return `should have ${step.to} partitions`;
    case 'configure':
      return step.changes.map(({ name, from, to }) => `${name} is ${from} and should be ${to}`).join('; ');
  }
}

function summary(plans: TopicPlan[], dryRun: true | undefined): string {
  const changed = plans.filter(({ steps }) => steps.length > 0).length;
  if (changed === 0) return 'All topics are as they should be.';
  const topics = count(changed, 'topic', 'topics');
  return dryRun ? `${topics} would change; nothing was done.` : `${topics} changed.`;
}

function kept(retentionMs: string | undefined): string {
  const hours = Number(retentionMs) / 3_600_000;
  if (hours < 0) return 'for ever';
  return hours < 72 ? `${Math.round(hours * 10) / 10} h` : `${Math.round(hours / 24)} days`;
}

function copies(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1, such as 3.');
  return Number(text);
}
