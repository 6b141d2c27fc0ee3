import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

export interface EmptyDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** Makes an empty database, without a table, on a server. */
export async function createEmptyDatabase(server: string): Promise<EmptyDatabase> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  await onDatabase(server, `CREATE DATABASE ${name}`);
  return {
    url: server.replace(/\/[^/]*$/, `/${name}`),
    drop: () => onDatabase(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** Runs SQL, of which there may be several statements. */
export async function onDatabase(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
