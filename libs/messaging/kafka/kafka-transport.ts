import { COMMANDS } from '@probity/contracts/commands';
import { DeadLetterBook } from '../dead-letter-book';
import type { Transport } from '../transport';
import { KafkaClient } from './kafka-client';
import { kafkaOf } from './kafka-connection';
import type { KafkaSettings } from './kafka-settings';
import { KafkaServer } from './kafka-server';

/**
 * The transport over a Kafka cluster. The instances of a service share the partitions of its topics.
 *
 * @param onDead called when messages can no longer be received; the process should then end
 */
export const kafkaTransport =
  (settings: KafkaSettings, onDead: (error: Error) => void): Transport =>
  ({ name: service, instance, logger, database }) => {
    const kafka = kafkaOf(settings, instance, logger);
    const { topicPrefix } = settings;
    const about = { kafka, topicPrefix, service, logger, onDead };
    return {
      topicPrefix,
      kafka,
      clientOf: (topics) => new KafkaClient({ ...about, instance, warmed: topics }),
      serverOf: (topics, keyed) =>
        new KafkaServer({
          ...about,
          topics,
          keyed,
          commands: COMMANDS.filter(({ topic }) => topics.includes(topic)),
          book: new DeadLetterBook(database, service),
        }),
    };
  };
