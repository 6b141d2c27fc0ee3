import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'probity-lists-';
/**
 * A folder whose last file began longer ago belongs to no fetch that runs: the transfer of a list ends after 30 minutes,
 * and reading it takes minutes. Numbers of processes say nothing: containers that share a folder may have the same ones.
 */
const ABANDONED_AFTER_MS = 6 * 3_600_000;

/** Folders for files that are downloaded, under names that no other process has. */
export class TemporaryFolders {
  private readonly inUse = new Set<string>();

  constructor(private readonly parent = tmpdir()) {}

  /** Runs the work with a new folder that only this user can read, and removes the folder at its end. */
  async with<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = await mkdtemp(join(this.parent, PREFIX));
    this.inUse.add(folder);
    try {
      return await work(folder);
    } finally {
      this.inUse.delete(folder);
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Removes the folders of processes that died hours ago. */
  async removeAbandoned(now: Date): Promise<void> {
    for (const name of await readdir(this.parent)) {
      const folder = join(this.parent, name);
      if (!name.startsWith(PREFIX) || this.inUse.has(folder)) continue;
      const found = await lstat(folder).catch(() => undefined); // another process may just have removed it
      if (!found || now.getTime() - found.mtimeMs < ABANDONED_AFTER_MS) continue;
      await rm(folder, { recursive: true, force: true });
    }
  }
}
