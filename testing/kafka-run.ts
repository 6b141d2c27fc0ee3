import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { KafkaUnavailable, obtainKafka, type TestKafka } from './kafka';

/** How a spec file is named that uses `describeWithKafka`: a broker is started for no other. */
export const KAFKA_SPEC = '.kafka.spec.ts';

/** Whether a run of Jest has a spec file that needs a broker. */
export function hasKafkaSpecs(rootDir: string, isSelected: (path: string) => boolean): boolean {
  return readdirSync(rootDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(KAFKA_SPEC))
    .map((entry) => join(entry.parentPath, entry.name))
    .some((path) => !/[\\/](node_modules|dist)[\\/]/.test(path) && isSelected(path));
}

/** One broker for all spec files of a run of Jest, which learn of it by environment variables. */
export async function shareKafka(): Promise<TestKafka | undefined> {
  try {
    const kafka = await obtainKafka();
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
