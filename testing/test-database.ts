import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { Database } from '@probity/persistence/database';
import { migrations } from '@probity/read-side/migrations';

/** A new migrated database in the test Postgres, without data. */
export interface TestDatabase {
  url: string;
  /** connected as the owner, who has all privileges */
  owner: Database;
  /** Connects with the role of a service, with up to 10 connections. `drop` closes them, and `close` before. */
  as(role: string): Promise<Database>;
  close(database: Database): Promise<void>;
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server)
    throw new Error(
      'TEST_DATABASE_URL is not set. Run the tests through Jest, whose setup starts a Postgres, ' +
        'and keep this spec file out of the libraries that testing/spec-files.ts calls pure.',
    );
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = await templateDatabase(server);
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`));
  const url = databaseUrl(server, name);

  const owner = await Database.open({ url, applicationName: 'test-owner', migrations });
  const opened = new Set([owner]);
  return {
    url,
    owner,
    as: async (role) => {
      const database = await Database.open({ url, role, applicationName: `test-${role}` });
      opened.add(database);
      return database;
    },
    close: async (database) => {
      opened.delete(database);
      await database.close();
    },
    drop: async () => {
      await Promise.all([...opened].map((database) => database.close()));
      await onServer(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

/** An arbitrary number that neither the product nor another test uses. */
const TEMPLATE_LOCK = 7_762_489_001;
/** The name contains a hash of the migrations: after they change, a server that still runs gets a new template. */
const TEMPLATE = `template_${createHash('sha256')
  .update(migrations.map(({ sql }) => sql).join())
  .digest('hex')
  .slice(0, 16)}`;

/** Returns the name of a migrated database to copy. The first test on a server creates it. */
function templateDatabase(server: string): Promise<string> {
  return onServer(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount === 0) {
      const unfinished = `${TEMPLATE}_unfinished`;
      await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${unfinished}`);
      const database = await Database.open({
        url: databaseUrl(server, unfinished),
        applicationName: 'test-template',
        migrations,
      });
      await database.migrate();
      await database.close();
      await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${TEMPLATE}`);
    }
    return TEMPLATE;
  });
}

const databaseUrl = (server: string, name: string): string => server.replace(/\/[^/]*$/, `/${name}`);

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
