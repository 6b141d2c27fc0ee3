import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importId } from './import-id';

describe('the id of an import', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'probity-import-id-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is that of the same files, read into the same version by the same importers', async () => {
    const list = join(folder, 'list.csv');
    writeFileSync(list, 'id,name\n');
    const subject = { list: 'peps', format: 'mapped-csv', version: 1, reader: 1, files: { list } };
    const id = await importId(subject);
    expect(await importId({ ...subject })).toBe(id);
    expect(await importId({ ...subject, version: 2 })).not.toBe(id);
    expect(await importId({ ...subject, reader: 2 })).not.toBe(id);
    writeFileSync(list, 'id,name\n1,Ann\n');
    expect(await importId(subject)).not.toBe(id);
  });
});
