import { command, group } from '../declaration/command';
import { number, optional } from '../declaration/options';
import { count } from '../output/count';
import { type Column, table } from '../output/table';
import { planTopics, type TopicPlan, type TopicStep } from './topics/plan-topics';

const WHAT_IT_READS = `
The command connects to Kafka and reads these environment variables:
  KAFKA_BROKERS                    addresses such as kafka-1:9092,kafka-2:9092; required
  KAFKA_TOPIC_PREFIX               the prefix of all topic names
  KAFKA_TLS, KAFKA_TLS_CA_FILE     true, and the file of the CA certificate if the CA is not public
  KAFKA_USERNAME, KAFKA_PASSWORD   if Kafka requires authentication
  KAFKA_SASL_MECHANISM             plain, scram-sha-256 or scram-sha-512 (default)`;

export const addTopicsCommands = group('topics', 'the Kafka topics that the services need', 'list', [
  command({
    usage: 'apply',
    summary: 'create missing topics and correct existing ones; safe to repeat',
    example: '--replication 3',
    options: {
      replication: optional(
        '--replication <number>',
        "copies of each new partition; the cluster's default if omitted",
        number(/^[1-9]\d?$/, 'a whole number from 1, such as 3'),
      ),
      dryRun: optional('--dry-run', 'show the changes without making them'),
    },
    notes: `${WHAT_IT_READS}\n\nThe command never deletes topics, partitions or data.`,
    run: async ({ replication, dryRun }, { surroundings, answer }) => {
      const { readTopicSettings, wantedTopics, withTopicCluster } = await kafka();
      const settings = readTopicSettings(surroundings.env);
      const plans = await withTopicCluster(settings, async (cluster) => {
        const wanted = wantedTopics(settings);
        const existing = await cluster.read(wanted.map(({ name }) => name));
        const made = planTopics(wanted, existing, replication);
        await (dryRun ? cluster.rehearse(made, replication) : cluster.apply(made, replication));
        return made;
      });
      const topics = plans.map(({ name, steps, notes }) => ({ name, steps, notes }));
      const text = `${planTable(plans, dryRun ? 'TO DO' : 'DONE')}\n${summary(plans, dryRun)}`;
      answer({ dry_run: dryRun === true, topics }, text);
    },
  }),
  command({
    usage: 'list',
    summary: 'list the topics and their differences from the required configuration',
    notes: WHAT_IT_READS,
    run: async (_values, { surroundings, answer }) => {
      const { readTopicSettings, wantedTopics, withTopicCluster } = await kafka();
      const settings = readTopicSettings(surroundings.env);
      const wanted = wantedTopics(settings);
      const existing = await withTopicCluster(settings, (cluster) => cluster.read(wanted.map(({ name }) => name)));
      const plans = planTopics(wanted, existing);
      answer({ items: plans.map(listed) }, table(plans, LIST_COLUMNS, 'There are no topics.'));
    },
  }),
]);

/** Imported on use so that the other commands start faster. */
const kafka = async () => ({
  ...(await import('./topics/topic-cluster')),
  ...(await import('./topics/wanted-topics')),
});

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
  { title: 'PARTITIONS', value: ({ existing }) => existing?.partitions, align: 'right' },
  { title: 'REPLICAS', value: ({ existing }) => existing?.replicas, align: 'right' },
  { title: 'RETENTION', value: ({ existing }) => existing && kept(existing.configuration['retention.ms']) },
  { title: 'STATE', value: ({ steps, notes }) => [...steps.map(stateText), ...notes].join('; ') || 'correct' },
];

function stepText(step: TopicStep): string {
  switch (step.action) {
    case 'create':
      return `new topic, ${count(step.partitions, 'partition', 'partitions')}`;
    case 'add-partitions':
      return `partitions from ${step.from} to ${step.to}, which changes the partition of some keys`;
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
  if (changed === 0) return 'All topics are correct.';
  const topics = count(changed, 'topic', 'topics');
  return dryRun ? `${topics} would change; no changes were made.` : `${topics} changed.`;
}

function kept(retentionMs: string | undefined): string {
  const hours = Number(retentionMs) / 3_600_000;
  if (hours < 0) return 'unlimited';
  return hours < 72 ? `${Math.round(hours * 10) / 10} h` : `${Math.round(hours / 24)} days`;
}
