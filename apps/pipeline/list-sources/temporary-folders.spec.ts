import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TemporaryFolders } from './temporary-folders';

const HOUR_MS = 3_600_000;

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

  it('that are hours old and not in use are removed, and no others', async () => {
    const made = (name: string, hours: number): string => {
      mkdirSync(join(parent, name));
      writeFileSync(join(parent, name, 'list'), 'x');
      const at = new Date(Date.now() - hours * HOUR_MS);
      utimesSync(join(parent, name), at, at);
      return name;
    };
    const kept = [made('probity-lists-recent', 5), made('another-folder', 100)];
    made('probity-lists-old', 7);
    made(`probity-lists-${process.pid}-old`, 7); // of an earlier version of Probity
    await folders.with(async (folder) => {
      utimesSync(folder, 0, 0);
      await folders.removeAbandoned(new Date());
      expect(existsSync(folder)).toBe(true);
    });
    expect(readdirSync(parent).toSorted()).toEqual(kept.toSorted());
  });

  it('of a process with the same number are not removed during its download', async () => {
    const other = new TemporaryFolders(parent);
    await other.with(async (folder) => {
      await folders.removeAbandoned(new Date());
      expect(existsSync(folder)).toBe(true);
    });
  });
});
