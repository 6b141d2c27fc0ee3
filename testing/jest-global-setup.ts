import { tmpdir } from 'node:os';
import { Client } from 'pg';
import type { TestKafka } from './kafka';
import { shareKafka } from './kafka-run';
import { createMemoryFolder } from './memory-folder';
import { needsKafka, needsPostgres, specFiles } from './spec-files';
import { startTestPostgres, type TestPostgres } from './test-postgres';

declare global {
  var testPostgres: TestPostgres | undefined;
  var testKafka: TestKafka | undefined;
  var memoryFolder: string | undefined;
}

/** The parts of Jest's configuration that the setup uses. */
interface Run {
  rootDir: string;
  testPathPatterns: { toExecutor(options: { rootDir: string }): { isMatch(path: string): boolean } };
}
interface Project {
  testPathIgnorePatterns: string[];
}

/**
 * Starts one Postgres and one Kafka broker for the whole run of Jest, each only if a spec file of the run
 * needs it. No Postgres is started if TEST_DATABASE_URL names one. The data of both and of all products are in memory,
 * or in TEST_FOLDER.
 */
export default async function setup({ rootDir, testPathPatterns }: Run, project: Project): Promise<void> {
  const selected = testPathPatterns.toExecutor({ rootDir });
  const ignored = project.testPathIgnorePatterns.map((pattern) => new RegExp(pattern));
  const files = specFiles(rootDir, (path) => selected.isMatch(path) && !ignored.some((pattern) => pattern.test(path)));
  if (!process.env.TEST_FOLDER) {
    globalThis.memoryFolder = createMemoryFolder();
    process.env.TEST_FOLDER = globalThis.memoryFolder ?? tmpdir();
  }
  await Promise.all([files.some(needsKafka) && startKafka(), files.some(needsPostgres) && startPostgres()]);
}

async function startKafka(): Promise<void> {
  globalThis.testKafka = await shareKafka();
}

async function startPostgres(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  globalThis.testPostgres = await startTestPostgres();
  process.env.TEST_DATABASE_URL = globalThis.testPostgres.url;
  await shareAmongSpecs(globalThis.testPostgres.url);
}

/** Ends a transaction that a spec leaves open: followers of all specs wait for its end, and some specs wait 20 s. */
const LONGEST_IDLE = '15s';

/**
 * The data of this server is deleted after the run, so no commit waits for the disk. Specs about crashes start servers
 * of their own, with the settings of the product.
 */
async function shareAmongSpecs(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await client.query(`ALTER SYSTEM SET ${setting} = off`);
    }
    await client.query(`ALTER SYSTEM SET idle_in_transaction_session_timeout = '${LONGEST_IDLE}'`);
    await client.query('SELECT pg_reload_conf()');
  } finally {
    await client.end();
  }
}
