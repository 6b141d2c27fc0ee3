import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The secrets of this installation. If `master_key` is lost, no signing key can be read. */
export interface Secrets {
  /** base64, 32 bytes */
  master_key: string;
  operator_token: string;
  postgres_password: string;
}

/** The secrets of the data directory, created on the first start and stored in `secrets.json` (mode 0600). */
export function loadSecrets(dataDirectory: string): Secrets {
  const path = join(dataDirectory, 'secrets.json');
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Secrets;
  if (existsSync(join(dataDirectory, 'postgres', 'data'))) {
    throw new Error(
      `${path} is missing, but the database in this data directory needs its password and master key; restore the file`,
    );
  }
  const secrets: Secrets = {
    master_key: randomBytes(32).toString('base64'),
    operator_token: `operator_${randomBytes(32).toString('base64url')}`,
    postgres_password: randomBytes(24).toString('base64url'),
  };
  writePrivately(path, secrets);
  return secrets;
}

/** Writes JSON that only the owner can read. After a crash, the file has its complete old or complete new content. */
export function writePrivately(path: string, content: object): void {
  const draft = `${path}.${process.pid}.new`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, `${JSON.stringify(content, null, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder); // makes the new name durable
  closeSync(folder);
}
