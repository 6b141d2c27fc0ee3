import { command, group } from '../declaration/command';
import { number, optional } from '../declaration/options';
import { count } from '../output/count';
import { type Column, table } from '../output/table';
import { UsageError } from '../errors';
import { retiredNote, retiredReport } from './topics/retired-report';
import { planTopics, type TopicPlan, type TopicStep } from './topics/plan-topics';

const WHAT_IT_READS = `
The command connects to Kafka and reads these environment variables:
  KAFKA_BROKERS                    addresses such as kafka-1:9092,kafka-2:9092; required
  KAFKA_TOPIC_PREFIX               the prefix of all topic names
  KAFKA_TLS, KAFKA_TLS_CA_FILE     true, and the file of the CA certificate if the CA is not public
  KAFKA_USERNAME, KAFKA_PASSWORD   if Kafka requires authentication
  KAFKA_SASL_MECHANISM             plain, scram-sha-256 or scram-sha-512 (default)
  PERSONAL_FACTS_RETENTION_DAYS    how long facts with personal data are kept; 30 by default`;

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
    notes: `${WHAT_IT_READS}

The command deletes no topics and no partitions. It shortens a retention only to PERSONAL_FACTS_RETENTION_DAYS.`,
    run: async ({ replication, dryRun }, { surroundings, answer }) => {
      const { readTopicSettings, wantedTopics, withTopicCluster } = await kafka();
      const settings = readTopicSettings(surroundings.env);
      const { plans, retired } = await withTopicCluster(settings, async (cluster) => {
        const wanted = wantedTopics(settings);
        const existing = await cluster.read(wanted.map(({ name }) => name));
        const made = planTopics(wanted, existing, replication);
        await (dryRun ? cluster.rehearse(made, replication) : cluster.apply(made, replication));
        return { plans: made, retired: await cluster.retiredNames() };
      });
      const topics = plans.map(({ name, steps, notes }) => ({ name, steps, notes }));
      const text = `${planTable(plans, dryRun ? 'TO DO' : 'DONE')}\n${summary(plans, dryRun)}${retiredNote(retired)}`;
      answer({ dry_run: dryRun === true, topics, retired }, text);
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
      const { existing, retired } = await withTopicCluster(settings, async (cluster) => ({
        existing: await cluster.read(wanted.map(({ name }) => name)),
        retired: await cluster.retiredNames(),
      }));
      const plans = planTopics(wanted, existing);
      const text = table(plans, LIST_COLUMNS, 'There are no topics.') + retiredNote(retired);
      answer({ items: plans.map(listed), retired }, text);
    },
  }),
  command({
    usage: 'retire',
    summary:
      'delete the topics of earlier versions, which have personal data and no end of retention; exit code 1 if one is still needed',
    example: '--dry-run',
    options: {
      dryRun: optional('--dry-run', 'show the topics and their readers without deleting anything'),
      yes: optional('--yes', 'delete them, although another reader may need them; their messages are lost'),
    },
    notes: `${WHAT_IT_READS}

A topic stays while services of Probity have not handled all of its facts. Other readers are only shown: ask them first.
What was on the topics is in the events: \`facts replay\` writes it to a topic of a reader.`,
    run: async ({ dryRun, yes }, { surroundings, answer }) => {
      if ((dryRun === undefined) === (yes === undefined)) {
        throw new UsageError('give --dry-run to show what would be deleted, or --yes to delete it');
      }
      const { readTopicSettings, withTopicCluster } = await kafka();
      const states = await withTopicCluster(readTopicSettings(surroundings.env), async (cluster) => {
        const found = await cluster.readRetired();
        if (yes) await cluster.remove(found.filter(({ needed }) => needed === null).map(({ name }) => name));
        return found;
      });
      const topics = states.map((state) => ({ ...state, deleted: yes === true && state.needed === null }));
      if (yes && topics.some(({ deleted }) => !deleted)) surroundings.exitCode = 1;
      answer({ dry_run: dryRun === true, topics }, retiredReport(topics));
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
