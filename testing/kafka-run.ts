import { KafkaUnavailable, obtainKafka, type TestKafka } from './kafka';
import { KAFKA_SPEC } from './spec-files';

/** Starts one broker for all spec files of a Jest run. Environment variables pass its address to the spec files. */
export async function shareKafka(): Promise<TestKafka | undefined> {
  try {
    const kafka = await obtainKafka(true);
    process.env.TEST_KAFKA_BROKERS = kafka.brokers.join(',');
    process.env.TEST_KAFKA_SOURCE = kafka.source;
    return kafka;
  } catch (error) {
    if (!(error instanceof KafkaUnavailable)) throw error;
    process.env.TEST_KAFKA_UNAVAILABLE = error.message;
    return undefined;
  }
}

/** Returns the broker that `shareKafka` started, or the reason why there is none. */
export function sharedKafka(): TestKafka | string {
  const { TEST_KAFKA_BROKERS, TEST_KAFKA_SOURCE, TEST_KAFKA_UNAVAILABLE } = process.env;
  if (TEST_KAFKA_UNAVAILABLE) return TEST_KAFKA_UNAVAILABLE;
  if (!TEST_KAFKA_BROKERS) return `no Kafka broker. A spec file that needs one is named *${KAFKA_SPEC}`;
  return {
    brokers: TEST_KAFKA_BROKERS.split(','),
    source: TEST_KAFKA_SOURCE as TestKafka['source'],
    stop: async () => {}, // the run's teardown stops the shared broker
  };
}
