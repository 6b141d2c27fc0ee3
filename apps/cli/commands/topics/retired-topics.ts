import type { Admin, Kafka } from 'kafkajs';
import { FOLLOWED_FACTS } from '@probity/contracts/facts';
import { type RetiredTopic, RETIRED_TOPICS } from '@probity/contracts/topics';
import { hasUnread } from './unread';

/** A consumer group that has read a topic. */
export interface Reader {
  group: string;
  /** offsets after its last commit; the end of a transaction has an offset too, so a reader at the end may show a few */
  behind: number;
}

/** A topic of earlier versions that still exists. */
export interface RetiredState extends RetiredTopic {
  /** offsets that it has, in all partitions */
  messages: number;
  readers: Reader[];
  /** why it cannot be deleted now; null: it can */
  needed: string | null;
}

interface Partition {
  partition: number;
  low: number;
  high: number;
}

type Committed = ReadonlyMap<number, number>;

/** The names of the retired topics that exist, each with its topic of dead letters. */
export async function retiredNames(admin: Admin, prefix: string): Promise<string[]> {
  const existing = new Set(await admin.listTopics());
  const names = RETIRED_TOPICS.flatMap(({ name }) => [prefix + name, prefix + deadLettersOf(name)]);
  return names.filter((name) => existing.has(name));
}

/** The retired topics that exist, with who reads them, and whether Probity still needs them. */
export async function readRetired(kafka: Kafka, admin: Admin, prefix: string): Promise<RetiredState[]> {
  const names = await retiredNames(admin, prefix);
  const groups = names.length === 0 ? [] : await groupIds(admin);
  const states: RetiredState[] = [];
  for (const { name, successor } of RETIRED_TOPICS) {
    const isFollowed = FOLLOWED_FACTS.some(({ streams }) => streams.topic === successor);
    for (const isDeadLetters of [false, true]) {
      const topic = prefix + (isDeadLetters ? deadLettersOf(name) : name);
      if (!names.includes(topic)) continue;
      const partitions = await partitionsOf(admin, topic);
      const messages = partitions.reduce((sum, { low, high }) => sum + high - low, 0);
      const committed = await committedBy(admin, topic, groups);
      const own = [...committed]
        .filter(([group]) => group.startsWith(`${prefix}probity-`))
        .map(([, offsets]) => offsets);
      const isRead = isDeadLetters || !isFollowed || (await haveReadAll(kafka, prefix, topic, partitions, own));
      states.push({
        name: topic,
        successor: prefix + (isDeadLetters ? deadLettersOf(successor) : successor),
        messages,
        readers: [...committed].map(([group, offsets]) => ({ group, behind: behindOf(partitions, offsets) })),
        needed: isDeadLetters ? neededForDeadLetters(messages) : isRead ? null : NOT_READ,
      });
    }
  }
  return states;
}

const NOT_READ = 'services of Probity have not handled all of its facts; start them, wait, and repeat the command';

const neededForDeadLetters = (messages: number): string | null =>
  messages === 0 ? null : `has ${messages} dead letters; handle them, or wait until they expire after 30 days`;

const deadLettersOf = (name: string): string => `${name}.dead-letter`;

async function groupIds(admin: Admin): Promise<string[]> {
  const { groups } = await admin.listGroups();
  return groups.filter(({ protocolType }) => protocolType === 'consumer').map(({ groupId }) => groupId);
}

async function partitionsOf(admin: Admin, topic: string): Promise<Partition[]> {
  const offsets = await admin.fetchTopicOffsets(topic);
  return offsets.map(({ partition, low, high }) => ({ partition, low: Number(low), high: Number(high) }));
}

/** The offsets that groups have committed, by group. */
async function committedBy(admin: Admin, topic: string, groups: string[]): Promise<Map<string, Committed>> {
  const found = new Map<string, Committed>();
  for (const groupId of groups) {
    const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const offsets = (committed?.partitions ?? []).map(({ partition, offset }) => [partition, Number(offset)] as const);
    const made = offsets.filter(([, offset]) => offset >= 0);
    if (made.length > 0) found.set(groupId, new Map(made));
  }
  return found;
}

const behindOf = (partitions: Partition[], offsets: Committed): number =>
  partitions.reduce((sum, { partition, low, high }) => sum + high - Math.max(low, offsets.get(partition) ?? low), 0);

/** Whether each of these groups has handled every message; without a group, whether there is no message. */
async function haveReadAll(
  kafka: Kafka,
  prefix: string,
  topic: string,
  partitions: Partition[],
  groups: Committed[],
): Promise<boolean> {
  for (const offsets of groups.length > 0 ? groups : [new Map<number, number>()]) {
    const from = partitions.map(
      ({ partition, low }) => [partition, Math.max(low, offsets.get(partition) ?? low)] as const,
    );
    if (behindOf(partitions, offsets) > 0 && (await hasUnread(kafka, prefix, topic, new Map(from)))) return false;
  }
  return true;
}
