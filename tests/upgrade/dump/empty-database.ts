import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

export interface EmptyDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** Creates a database without tables. */
export async function createEmptyDatabase(server: string): Promise<EmptyDatabase> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  await onDatabase(server, `CREATE DATABASE ${name}`);
  return {
    url: server.replace(/\/[^/]*$/, `/${name}`),
    drop: () => onDatabase(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** Runs one or several SQL statements. */
export async function onDatabase(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
