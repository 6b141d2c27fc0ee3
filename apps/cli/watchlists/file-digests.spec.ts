import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileDigests } from './file-digests';

it('the digests of files are by role, and change with the content', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-digests-'));
  try {
    const [list, mapping] = [join(folder, 'list.csv'), join(folder, 'mapping.json')];
    writeFileSync(list, 'abc');
    writeFileSync(mapping, '');
    expect(await fileDigests({ list, mapping })).toEqual({
      list: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      mapping: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    });
    writeFileSync(mapping, 'abc');
    expect((await fileDigests({ mapping })).mapping).toMatch(/^ba7816bf/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
