import { topicConfiguration } from '@probity/contracts/asyncapi/topic-configuration';
import { TOPICS } from '@probity/contracts/every-topic';
import type { WantedTopic } from './plan-topics';

/** Every topic of Probity, as it should be. */
export const wantedTopics = (prefix: string): WantedTopic[] =>
  TOPICS.map((topic) => ({
    name: prefix + topic.name,
    partitions: topic.partitions,
    configuration: topicConfiguration(topic),
  }));
