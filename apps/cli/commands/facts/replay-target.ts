import { TOPICS } from '@probity/contracts/every-topic';
import { PUBLISHED_STREAMS, type PublishedStreams } from '@probity/contracts/facts';
import { RETIRED_TOPICS } from '@probity/contracts/topics';
import type { KafkaSettings } from '@probity/messaging/kafka/kafka-settings';
import { InputError, UsageError } from '../../errors';
import { withTopicCluster } from '../topics/topic-cluster';

/**
 * The streams whose facts are published on a topic.
 *
 * @throws UsageError for another topic
 */
export function streamsOn(topic: string): PublishedStreams {
  const streams = PUBLISHED_STREAMS.find((one) => one.topic === topic);
  if (streams) return streams;
  const retired = RETIRED_TOPICS.find(({ name }) => name === topic);
  if (retired) throw new UsageError(`${topic} is a topic of an earlier version; give ${retired.successor}`);
  const names = PUBLISHED_STREAMS.map((one) => one.topic).join(', ');
  throw new UsageError(`${topic} is no topic of facts; give one of ${names}, without a prefix`);
}

/**
 * Replayed facts on a topic of Probity would reach all its readers a second time, and a command topic would carry out
 * what it cannot read. Other installations on the cluster have prefixes that are not known here.
 *
 * @throws UsageError when this is the topic of an installation of Probity, or of Kafka itself
 */
export function refuseOwnTopic(name: string): void {
  const own = [...TOPICS, ...RETIRED_TOPICS].some((topic) => name.endsWith(topic.name));
  if (own || name.endsWith('.dead-letter') || name.startsWith('__')) {
    throw new UsageError(`${name} is, or looks like, a topic of Probity or of Kafka; give a topic of the consumer`);
  }
}

/** @throws InputError when the topic does not exist */
export async function refuseMissingTopic(settings: KafkaSettings, name: string): Promise<void> {
  const existing = await withTopicCluster(settings, (cluster) => cluster.read([name]));
  if (existing.length > 0) return;
  throw new InputError('no_such_topic', `Kafka has no topic ${name}; create it, with a retention that you choose`);
}
