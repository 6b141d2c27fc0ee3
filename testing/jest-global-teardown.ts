import { rmSync } from 'node:fs';
import './jest-global-setup';

export default async function teardown(): Promise<void> {
  try {
    await globalThis.testKafka?.stop();
    await globalThis.testPostgres?.stop();
  } finally {
    forget(globalThis.memoryFolder);
  }
}

/** A next run in this process, as in watch mode, gets another one. */
function forget(memoryFolder: string | undefined): void {
  if (!memoryFolder) return;
  delete process.env.TEST_FOLDER;
  rmSync(memoryFolder, { recursive: true, force: true });
}
