import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What this installation keeps secret. Losing `master_key` makes every signing key unreadable. */
export interface Secrets {
  /** base64, 32 bytes */
  master_key: string;
  operator_token: string;
  postgres_password: string;
}

/** The secrets of the data directory, made on the first start and kept in `secrets.json` (mode 0600). */
export function loadSecrets(dataDirectory: string): Secrets {
  const path = join(dataDirectory, 'secrets.json');
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Secrets;
  if (existsSync(join(dataDirectory, 'postgres', 'data'))) {
    throw new Error(
      `${path} is missing, but there is a database beside it, whose password and master key stood in it; put the file back`,
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

/** Writes JSON that only the owner can read; after a crash the file is whole, old or new. */
export function writePrivately(path: string, content: object): void {
  const draft = `${path}.${process.pid}.new`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, `${JSON.stringify(content, null, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder); // the new name, too
  closeSync(folder);
}
