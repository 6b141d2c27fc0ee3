import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TemporaryFolders } from './temporary-folders';

/** Above the largest number of a process that Linux and macOS give. */
const DEAD = 2 ** 30;

describe('temporary folders', () => {
  let parent: string;
  let folders: TemporaryFolders;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'probity-folders-'));
    folders = new TemporaryFolders(parent);
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  it('are for their owner only, and are removed at the end of the work, also of work that fails', async () => {
    const used = await folders.with(async (folder) => {
      writeFileSync(join(folder, 'list'), 'x');
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      return folder;
    });
    expect(existsSync(used)).toBe(false);
    await expect(folders.with(() => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed');
    expect(readdirSync(parent)).toEqual([]);
  });

  it('of processes that died are removed, and no others', async () => {
    const made = (name: string): string => {
      mkdirSync(join(parent, name));
      writeFileSync(join(parent, name, 'list'), 'x');
      return name;
    };
    const kept = [made(`probity-lists-${process.ppid}-a`), made('another-folder')];
    made(`probity-lists-${DEAD}-b`);
    made(`probity-lists-${process.pid}-c`); // of an earlier process with this number
    await folders.with(async (folder) => {
      await folders.removeAbandoned();
      expect(existsSync(folder)).toBe(true);
    });
    expect(readdirSync(parent).toSorted()).toEqual(kept.toSorted());
  });
});
