import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeNewFile } from './write-new-file';

describe('a new file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-new-files-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is for its owner only, and never replaces another', async () => {
    const path = join(folder, 'report.pdf');
    await writeNewFile(path, Buffer.from('one'));
    expect(readFileSync(path, 'utf8')).toBe('one');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await expect(writeNewFile(path, Buffer.from('two'))).rejects.toThrow(`${path} exists already; name another path`);
    expect(readFileSync(path, 'utf8')).toBe('one');
  });

  it('has its name only when its content is complete', async () => {
    const path = join(folder, 'half.pdf');
    async function* content(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('half'));
      expect(readdirSync(folder)).toEqual([expect.stringMatching(/^half\.pdf\..*\.part$/), 'report.pdf']);
      throw new Error('the connection broke');
    }
    await expect(writeNewFile(path, content())).rejects.toThrow('the connection broke');
    expect(readdirSync(folder)).toEqual(['report.pdf']);
  });

  it('is a file, and not stdout', async () => {
    await expect(writeNewFile('-', Buffer.from('one'))).rejects.toThrow('name a file');
  });

  it('says why it cannot be written', async () => {
    const path = join(folder, 'nofolder', 'report.pdf');
    await expect(writeNewFile(path, Buffer.from('one'))).rejects.toThrow(
      `${path} cannot be written: its folder does not exist`,
    );
  });
});
