import { topicConfiguration } from '@probity/contracts/asyncapi/topic-configuration';
import { TOPICS } from '@probity/contracts/every-topic';
import type { WantedTopic } from './plan-topics';

/** All topics of Probity in their required state. */
export const wantedTopics = (prefix: string): WantedTopic[] =>
  TOPICS.map((topic) => ({
    name: prefix + topic.name,
    partitions: topic.partitions,
    configuration: topicConfiguration(topic),
  }));
