import { rmSync } from 'node:fs';
import './jest-global-setup';

export default async function teardown(): Promise<void> {
  await globalThis.testKafka?.stop();
  await globalThis.testPostgres?.stop();
  if (globalThis.memoryFolder) rmSync(globalThis.memoryFolder, { recursive: true, force: true });
}
