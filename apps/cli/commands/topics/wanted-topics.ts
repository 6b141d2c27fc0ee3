import { makeValidator } from 'envalid';
import { topicConfiguration } from '@probity/contracts/asyncapi/topic-configuration';
import { PERSONAL_FACTS_RETENTION_DAYS, TOPICS } from '@probity/contracts/every-topic';
import { DAY_MS } from '@probity/contracts/topics';
import { KAFKA_VARIABLES, type KafkaSettings, readKafkaSettings } from '@probity/messaging/kafka/kafka-settings';
import { readVariables } from '@probity/platform/configuration';
import type { WantedTopic } from './plan-topics';

const MAX_DAYS = 365;

const days = makeValidator<number>((text) => {
  if (!/^[1-9]\d{0,2}$/.test(text) || Number(text) > MAX_DAYS) {
    throw new Error(`must be a whole number of days from 1 to ${MAX_DAYS}`);
  }
  return Number(text);
});

const RETENTION = {
  /** how long facts with personal data are kept on their topics: for so long they outlive an erasure */
  PERSONAL_FACTS_RETENTION_DAYS: days({ default: PERSONAL_FACTS_RETENTION_DAYS }),
};

/** The environment variables of a program that creates or changes topics. */
export const TOPIC_VARIABLES = { ...KAFKA_VARIABLES, ...RETENTION };

export interface TopicSettings extends KafkaSettings {
  personalFactsRetentionDays: number;
}

/** @throws BadConfiguration */
export const readTopicSettings = (environment: NodeJS.ProcessEnv): TopicSettings => ({
  ...readKafkaSettings(environment),
  personalFactsRetentionDays: readVariables(environment, RETENTION).PERSONAL_FACTS_RETENTION_DAYS,
});

/** All topics of Probity in their required state. */
export const wantedTopics = ({ topicPrefix, personalFactsRetentionDays }: TopicSettings): WantedTopic[] =>
  TOPICS.map((topic) => {
    const retentionMs = topic.holdsPersonalData ? personalFactsRetentionDays * DAY_MS : topic.retentionMs;
    return {
      name: topicPrefix + topic.name,
      partitions: topic.partitions,
      configuration: { ...topicConfiguration({ ...topic, retentionMs }), ...segments(retentionMs) },
      exact: topic.holdsPersonalData ? ['retention.ms', SEGMENT] : [SEGMENT],
    };
  });

const SEGMENT = 'segment.ms';

/**
 * Kafka removes a file of messages when the newest message in it is older than the retention. So a file must not collect
 * messages for long, or they stay for much longer than the retention: Kafka's default is a week.
 */
const segments = (retentionMs: number): Record<string, string> =>
  retentionMs < 0 ? {} : { [SEGMENT]: String(Math.min(retentionMs, DAY_MS)) };
