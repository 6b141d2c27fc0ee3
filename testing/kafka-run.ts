import { KafkaUnavailable, obtainKafka, type TestKafka } from './kafka';
import { KAFKA_SPEC } from './spec-files';

/** One broker for all spec files of a run of Jest, which learn of it by environment variables. */
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

/** What `shareKafka` left: the broker, or the reason why there is none. */
export function sharedKafka(): TestKafka | string {
  const { TEST_KAFKA_BROKERS, TEST_KAFKA_SOURCE, TEST_KAFKA_UNAVAILABLE } = process.env;
  if (TEST_KAFKA_UNAVAILABLE) return TEST_KAFKA_UNAVAILABLE;
  if (!TEST_KAFKA_BROKERS) return `no Kafka broker. A spec file that needs one is named *${KAFKA_SPEC}`;
  return {
    brokers: TEST_KAFKA_BROKERS.split(','),
    source: TEST_KAFKA_SOURCE as TestKafka['source'],
    stop: async () => {}, // it is the run's
  };
}
