import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileProblem } from './file-problem';
import { readJsonFile } from './read-file';

describe('a file that cannot be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-files-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is named with the reason in words', async () => {
    const missing = join(folder, 'nofile.json');
    await expect(readJsonFile(missing)).rejects.toThrow(`${missing} does not exist`);
    await expect(readJsonFile(folder)).rejects.toThrow(`${folder} cannot be read: it is a folder; name a file`);
  });

  it.each([
    ['EACCES', 'key.txt cannot be read: you do not have the permission'],
    ['EIO', 'key.txt cannot be read: EIO: i/o error, read'],
  ])('because of %s is reported', (code, message) => {
    expect(fileProblem('key.txt', Object.assign(new Error('EIO: i/o error, read'), { code }))).toBe(message);
  });
});
