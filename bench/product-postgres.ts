import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The embedded Postgres of a product that keeps its data in the folder, as its owner. */
export function postgresUrl(folder: string): string {
  const { postgres_password } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as {
    postgres_password: string;
  };
  return `postgresql://probity:${postgres_password}@${encodeURIComponent(join(folder, 'postgres', 'run'))}/postgres`;
}
