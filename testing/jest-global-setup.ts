import type { TestKafka } from './kafka';
import { hasKafkaSpecs, shareKafka } from './kafka-run';
import { startTestPostgres, type TestPostgres } from './test-postgres';

declare global {
  var testPostgres: TestPostgres | undefined;
  var testKafka: TestKafka | undefined;
}

/** The parts of Jest's configuration that are used here. */
interface Run {
  rootDir: string;
  testPathPatterns: { toExecutor(options: { rootDir: string }): { isMatch(path: string): boolean } };
}

/**
 * One Postgres for a run of Jest, unless TEST_DATABASE_URL names one that runs already; and one Kafka
 * broker, if a spec file of the run needs it.
 */
export default async function setup({ rootDir, testPathPatterns }: Run): Promise<void> {
  const selected = testPathPatterns.toExecutor({ rootDir });
  if (hasKafkaSpecs(rootDir, (path) => selected.isMatch(path))) globalThis.testKafka = await shareKafka();
  if (process.env.TEST_DATABASE_URL) return;
  globalThis.testPostgres = await startTestPostgres();
  process.env.TEST_DATABASE_URL = globalThis.testPostgres.url;
}
