import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the connection string, as owner, of the embedded Postgres of a product whose data is in the folder. */
export function postgresUrl(folder: string): string {
  const { postgres_password } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as {
    postgres_password: string;
  };
  return `postgresql://probity:${postgres_password}@${encodeURIComponent(join(folder, 'postgres', 'run'))}/postgres`;
}
