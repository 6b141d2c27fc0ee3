import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../apps/standalone/postgres/server-process';

/** Linux keeps the files below it in memory. */
const MEMORY = '/dev/shm';
const PREFIX = 'probity-tests-';
/** In bytes. */
const ENOUGH = 8 * 1024 ** 3;

/**
 * Creates a folder in memory for the data of one run of Jest: most of the time that a new database takes on a disk goes
 * into its thousand files. The name has the id of the process. Deletes the folders of this user's runs that were killed:
 * they take memory until then. Returns undefined if the machine has no such folder or less than 8 GiB of memory left.
 *
 * Not guaranteed: that runs in several containers with one such folder keep theirs.
 */
export function createMemoryFolder(parent = MEMORY): string | undefined {
  if (process.platform !== 'linux' || !existsSync(parent)) return undefined;
  for (const name of readdirSync(parent).filter((each) => each.startsWith(PREFIX))) {
    const folder = join(parent, name);
    const { uid } = statSync(folder, { throwIfNoEntry: false }) ?? {};
    if (uid === process.getuid?.() && !isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const { bavail, bsize } = statfsSync(parent);
  if (Math.min(bavail * bsize, process.availableMemory()) < ENOUGH) return undefined;
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}
