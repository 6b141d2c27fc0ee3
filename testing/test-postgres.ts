import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { EmbeddedPostgres } from '../apps/standalone/postgres/embedded-postgres';

export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

/** Starts a real Postgres in a temporary folder. `stop` deletes the folder. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = temporaryFolder('probity-postgres-');
  const postgres = await EmbeddedPostgres.start(folder, 'test-password', pino({ level: 'silent' }), (error) => {
    throw error;
  });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a folder that other system users can enter: if the tests run as root, Postgres runs as another user. It is in
 * memory if Jest's setup found enough.
 */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), prefix));
  chmodSync(folder, 0o711);
  return folder;
}
