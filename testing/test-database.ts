import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { Database } from '@probity/persistence/database';
import { migrations } from '@probity/read-side/migrations';

/** An empty, migrated database of its own in the test Postgres. */
export interface TestDatabase {
  url: string;
  /** connected as the owner, who may do everything */
  owner: Database;
  /** Opens the database as one of the services' roles; closed by `drop`. */
  as(role: string): Promise<Database>;
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server)
    throw new Error('TEST_DATABASE_URL is not set; run the tests through Jest, whose setup starts a Postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = server.replace(/\/[^/]*$/, `/${name}`);

  const owner = await Database.open({ url, applicationName: 'test-owner', migrations });
  await owner.migrate();
  const opened = [owner];
  return {
    url,
    owner,
    as: async (role) => {
      const database = await Database.open({ url, role, applicationName: `test-${role}` });
      opened.push(database);
      return database;
    },
    drop: async () => {
      await Promise.all(opened.map((database) => database.close()));
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
