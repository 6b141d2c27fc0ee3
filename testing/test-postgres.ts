import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { EmbeddedPostgres } from '../apps/standalone/postgres/embedded-postgres';

export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

/** A real Postgres in a folder of its own, gone without a trace when stopped. */
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

/** A new folder that another system user may pass through, as Postgres must when the tests run as root. */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711);
  return folder;
}
