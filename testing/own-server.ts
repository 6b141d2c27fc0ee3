import { startTestPostgres, type TestPostgres } from './test-postgres';

/**
 * Gives the databases of a spec file a Postgres of their own. Call it before hooks that create databases. On the server
 * that specs share, an older transaction of another spec holds back every event.
 */
export function onOwnServer(): void {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    process.env.TEST_DATABASE_URL = postgres.url; // Jest's environment restores it after the file
  });
  afterAll(() => postgres?.stop());
}
