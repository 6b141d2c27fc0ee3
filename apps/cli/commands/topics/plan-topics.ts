/** A topic as it should be. */
export interface WantedTopic {
  name: string;
  partitions: number;
  /** by the names that Kafka has for them */
  configuration: Record<string, string>;
}

/** A topic as it is. */
export interface ExistingTopic {
  name: string;
  partitions: number;
  /** copies of each partition */
  replicas: number;
  /** what holds, set for the topic or not */
  configuration: Record<string, string>;
  /** what was set for the topic itself */
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

/** What there is to do for a topic, and what differs but is left alone. */
export interface TopicPlan {
  name: string;
  wanted: WantedTopic;
  existing?: ExistingTopic;
  steps: TopicStep[];
  notes: string[];
}

/**
 * Decides how topics become what they should be. Nothing is deleted or reduced: what somebody made
 * larger, or set to be kept for longer, stays so. Planning again after the steps finds none.
 *
 * @param replicas copies of each partition that were asked for; undefined: the cluster decides
 */
export function planTopics(wanted: WantedTopic[], existing: ExistingTopic[], replicas?: number): TopicPlan[] {
  return wanted.map((topic) => {
    const { name, partitions, configuration } = topic;
    const found = existing.find((one) => one.name === name);
    if (!found) {
      const all = { ...configuration, ...safety(replicas) };
      return { name, wanted: topic, steps: [{ action: 'create', partitions, configuration: all }], notes: [] };
    }
    const enough = replicas === undefined ? {} : safety(Math.min(replicas, found.replicas));
    const changes = changesOf({ ...configuration, ...enough }, found);
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

/** With three copies a write can wait for two, so that the loss of one broker loses no message. */
const safety = (replicas: number | undefined): Record<string, string> =>
  replicas !== undefined && replicas >= 3 ? { 'min.insync.replicas': '2' } : {};

function changesOf(configuration: Record<string, string>, found: ExistingTopic): ConfigurationChange[] {
  return Object.entries(configuration)
    .filter(([name, value]) => found.configuration[name] !== value && !isMore(name, value, found))
    .map(([name, to]) => ({ name, from: found.configuration[name] ?? '', to }));
}

/** Whether somebody gave the topic more than it needs. The cluster's default was given by nobody. */
const isMore = (name: string, value: string, { overrides }: ExistingTopic): boolean =>
  name !== 'cleanup.policy' && name in overrides && amount(overrides[name]!) > amount(value);

/** -1 stands for no limit. */
const amount = (value: string): number => (value === '-1' ? Infinity : Number(value));

function notesOn({ partitions, configuration }: WantedTopic, found: ExistingTopic, replicas?: number): string[] {
  const more = Object.entries(configuration)
    .filter(([name, value]) => isMore(name, value, found))
    .map(([name, value]) => `${name} is ${found.overrides[name]}; ${value} would do`);
  if (found.partitions > partitions) more.push(`has ${found.partitions} partitions; ${partitions} would do`);
  if (replicas !== undefined && found.replicas !== replicas) {
    more.push(`has ${found.replicas} replicas, not ${replicas}; Kafka's kafka-reassign-partitions changes that`);
  }
  return more;
}
