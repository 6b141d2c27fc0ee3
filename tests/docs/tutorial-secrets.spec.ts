import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGES = ['docs/tutorials', 'docs/guides'].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((file) => join(ROOT, folder, file)),
);
const IGNORED = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n');

describe('files with secrets that tutorials and guides write', () => {
  const files = PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/--secret-file \w+=(\S+)/g)].map(([, file]) => file),
  );

  it('are ignored by git', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !IGNORED.includes(file!))).toEqual([]);
  });
});
