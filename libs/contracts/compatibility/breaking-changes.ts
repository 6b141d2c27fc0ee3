import { isDeepStrictEqual } from 'node:util';
import { deadLetterTopic, RETIRED_TOPICS, type RetiredTopic } from '../topics';
import { breakingSchemaChanges } from './breaking-schema-changes';
import type { PublishedMessage, PublishedTopic } from './published-contract';

/**
 * The changes of the current contracts that break an integrator of the published ones, one sentence each;
 * empty when all changes only add. New topics, new messages and more partitions are additions.
 *
 * A topic may end only as a declared retired one: then its successor must carry everything that it carried, and may keep
 * it for less time.
 */
export function breakingChanges(
  published: PublishedTopic[],
  current: PublishedTopic[],
  retired: readonly RetiredTopic[] = RETIRED_TOPICS,
): string[] {
  return published.flatMap((before) => {
    const find = (name: string) => current.find(({ topic }) => topic === name);
    const now = find(before.topic);
    if (now) return topicChanges(before, now);
    const name = successorOf(before.topic, retired);
    if (name === undefined) return [`${before.topic}: removed`];
    const successor = find(name);
    if (!successor) return [`${before.topic}: retired, but its successor ${name} does not exist`];
    return topicChanges({ ...before, topic: name, configuration: successor.configuration }, successor);
  });
}

/** The dead letters of a retired topic are on the dead-letter topic of its successor. */
function successorOf(topic: string, retired: readonly RetiredTopic[]): string | undefined {
  for (const { name, successor } of retired) {
    if (topic === name) return successor;
    if (topic === `${name}.dead-letter`) return deadLetterTopic(successor);
  }
  return undefined;
}

/** Whether a published contract is of a topic on which nothing is published any more. */
export const isRetired = ({ topic }: PublishedTopic): boolean => successorOf(topic, RETIRED_TOPICS) !== undefined;

function topicChanges(before: PublishedTopic, now: PublishedTopic): string[] {
  const { topic } = before;
  if (before.direction !== now.direction) return [`${topic}: was ${before.direction}, is now ${now.direction}`];
  const fewer =
    now.partitions < before.partitions
      ? [`${topic}: partitions reduced from ${before.partitions} to ${now.partitions}`]
      : [];
  const ofMessages = Object.entries(before.messages).flatMap(([name, message]) => {
    const at = `${topic} ${name}`;
    return name in now.messages ? messageChanges(at, message, now.messages[name]!, now) : [`${at}: removed`];
  });
  return [...fewer, ...configurationChanges(before, now), ...ofMessages];
}

/** A shorter retention, another cleanup policy, or a lower limit of the message size. */
function configurationChanges(before: PublishedTopic, now: PublishedTopic): string[] {
  const change = (name: string): [number, number] => [
    Number(before.configuration[name]),
    Number(now.configuration[name]),
  ];
  const [keptFor, keepsFor] = change('retention.ms').map((ms) => (ms === -1 ? Infinity : ms)) as [number, number];
  const [took, takes] = change('max.message.bytes');
  const worse: [string, boolean][] = [
    ['cleanup.policy', before.configuration['cleanup.policy'] !== now.configuration['cleanup.policy']],
    ['retention.ms', keepsFor < keptFor],
    ['max.message.bytes', now.direction === 'received' && takes < took],
  ];
  return worse
    .filter(([, is]) => is)
    .map(([name]) => `${now.topic}: ${name} changed from ${before.configuration[name]} to ${now.configuration[name]}`);
}

function messageChanges(
  at: string,
  before: PublishedMessage,
  now: PublishedMessage,
  { direction }: PublishedTopic,
): string[] {
  const sameKey = isDeepStrictEqual(before.key, now.key) && before.keyLocation === now.keyLocation;
  return [
    ...(sameKey ? [] : [`${at} key: changed; messages of one key would be in two partitions`]),
    ...breakingSchemaChanges(before.headers, now.headers, direction, `${at} headers`),
    ...breakingSchemaChanges(before.payload, now.payload, direction, `${at} payload`),
  ];
}
