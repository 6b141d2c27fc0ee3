/** The required state of a topic. */
export interface WantedTopic {
  name: string;
  partitions: number;
  /** the values by their names in Kafka, such as `retention.ms` */
  configuration: Record<string, string>;
  /** names of values that must not be larger either: they limit how long personal data stay */
  exact?: readonly string[];
}

/** The current state of a topic. */
export interface ExistingTopic {
  name: string;
  partitions: number;
  /** copies of each partition */
  replicas: number;
  /** the effective values: the topic's own and the cluster's defaults */
  configuration: Record<string, string>;
  /** the values that were set for this topic */
  overrides: Record<string, string>;
}

export type TopicStep =
  | { action: 'create'; partitions: number; configuration: Record<string, string> }
  | { action: 'add-partitions'; from: number; to: number }
  | { action: 'configure'; changes: ConfigurationChange[] };

export interface ConfigurationChange {
  name: string;
  from: string;
  to: string;
}

/** The steps for a topic, and notes on differences that no step changes. */
export interface TopicPlan {
  name: string;
  wanted: WantedTopic;
  existing?: ExistingTopic;
  steps: TopicStep[];
  notes: string[];
}

/**
 * Plans how existing topics reach the required state. The plan deletes nothing, and reduces only exact
 * values: a larger partition count, or a longer retention that was set for another topic, stays. After the steps are carried out, a new plan
 * has no steps.
 *
 * @param replicas requested copies of each partition; undefined: the cluster's default
 */
export function planTopics(wanted: WantedTopic[], existing: ExistingTopic[], replicas?: number): TopicPlan[] {
  return wanted.map((topic) => {
    const { name, partitions, configuration, exact = [] } = topic;
    const found = existing.find((one) => one.name === name);
    if (!found) {
      const all = { ...configuration, ...safety(replicas) };
      return { name, wanted: topic, steps: [{ action: 'create', partitions, configuration: all }], notes: [] };
    }
    const enough = replicas === undefined ? {} : safety(Math.min(replicas, found.replicas));
    const changes = changesOf({ ...configuration, ...enough }, exact, found);
    return {
      name,
      wanted: topic,
      existing: found,
      steps: [
        ...(found.partitions < partitions
          ? [{ action: 'add-partitions' as const, from: found.partitions, to: partitions }]
          : []),
        ...(changes.length > 0 ? [{ action: 'configure' as const, changes }] : []),
      ],
      notes: notesOn(topic, found, replicas),
    };
  });
}

/** With three replicas, each write waits for two, so that the loss of one broker loses no message. */
const safety = (replicas: number | undefined): Record<string, string> =>
  replicas !== undefined && replicas >= 3 ? { 'min.insync.replicas': '2' } : {};

function changesOf(
  configuration: Record<string, string>,
  exact: readonly string[],
  found: ExistingTopic,
): ConfigurationChange[] {
  return Object.entries(configuration)
    .filter(([name, value]) => found.configuration[name] !== value)
    .filter(([name, value]) => exact.includes(name) || !isMore(name, value, found))
    .map(([name, to]) => ({ name, from: found.configuration[name] ?? '', to }));
}

/** Whether a value that was set for the topic exceeds the required value. A default of the cluster does not count. */
const isMore = (name: string, value: string, { overrides }: ExistingTopic): boolean =>
  name !== 'cleanup.policy' && name in overrides && amount(overrides[name]!) > amount(value);

/** -1 means no limit. */
const amount = (value: string): number => (value === '-1' ? Infinity : Number(value));

function notesOn(
  { partitions, configuration, exact = [] }: WantedTopic,
  found: ExistingTopic,
  replicas?: number,
): string[] {
  const more = Object.entries(configuration)
    .filter(([name, value]) => !exact.includes(name) && isMore(name, value, found))
    .map(([name, value]) => `${name} is ${found.overrides[name]}; ${value} is sufficient`);
  if (found.partitions > partitions) more.push(`has ${found.partitions} partitions; ${partitions} are sufficient`);
  if (replicas !== undefined && found.replicas !== replicas) {
    more.push(`has ${found.replicas} replicas, not ${replicas}; change it with Kafka's kafka-reassign-partitions`);
  }
  return more;
}
