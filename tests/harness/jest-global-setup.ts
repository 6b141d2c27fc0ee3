import { startTestPostgres, type TestPostgres } from './test-postgres';

declare global {
  var testPostgres: TestPostgres | undefined;
}

/** One Postgres for a run of Jest, unless TEST_DATABASE_URL names one that runs already. */
export default async function setup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  globalThis.testPostgres = await startTestPostgres();
  process.env.TEST_DATABASE_URL = globalThis.testPostgres.url;
}
