import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'probity-lists-';
const OF_PROCESS = /^probity-lists-(\d+)-/;

/**
 * Folders for files that are downloaded. The name of a folder has the number of its process, so that the folders of
 * processes that died can be removed.
 */
export class TemporaryFolders {
  private readonly inUse = new Set<string>();

  constructor(private readonly parent = tmpdir()) {}

  /** Runs the work with a new folder that only this user can read, and removes the folder at its end. */
  async with<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = await mkdtemp(join(this.parent, `${PREFIX}${process.pid}-`));
    this.inUse.add(folder);
    try {
      return await work(folder);
    } finally {
      this.inUse.delete(folder);
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Removes the folders of processes that died, also of one that had the number of this process. */
  async removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.parent)) {
      const [, owner] = OF_PROCESS.exec(name) ?? [];
      if (owner === undefined) continue;
      const folder = join(this.parent, name);
      const pid = Number(owner);
      if (pid === process.pid ? this.inUse.has(folder) : isRunning(pid)) continue;
      await rm(folder, { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // sends nothing
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // a process of another user
  }
}
