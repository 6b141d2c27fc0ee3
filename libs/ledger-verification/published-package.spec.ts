import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InstalledPackage } from '../../testing/installed-package';

const PROJECT = join(__dirname, '..', '..');
const USE = `
const root = rootOf(appendLeaf(EMPTY_TREE, leafHash('leaf')));
console.log(verifyInclusion(leafHash('leaf'), 0, 1, [], root), Buffer.from(root).toString('hex').slice(0, 8));`;
const NAMES = '{ appendLeaf, EMPTY_TREE, leafHash, rootOf, verifyInclusion }';
const PRINTED = 'true 0d27e27f';

/** Tests the package in a consumer outside of the repository that has no other packages. */
describe('the published package', () => {
  let installed: InstalledPackage;
  beforeAll(() => {
    installed = InstalledPackage.install(__dirname, '@probity/ledger-verification');
  }, 60_000);
  afterAll(() => installed.remove());

  it('has code, types and a README, and has no dependencies', () => {
    const manifest = JSON.parse(readFileSync(join(installed.folder, 'package.json'), 'utf8'));
    expect(Object.keys(manifest).filter((key) => /dependencies|private|^nx$/i.test(key))).toEqual([]);
    const files = readdirSync(installed.folder);
    expect(files).toEqual(expect.arrayContaining(['README.md', 'index.js', 'index.d.ts', 'merkle-tree.js']));
    expect(files.filter((name) => name.includes('spec') || name === 'testing')).toEqual([]);
  });

  it('can be loaded with import', () => {
    expect(installed.run('consumer.mjs', `import ${NAMES} from '@probity/ledger-verification';${USE}`)).toBe(PRINTED);
  });

  it('can be loaded with require', () => {
    expect(installed.run('consumer.cjs', `const ${NAMES} = require('@probity/ledger-verification');${USE}`)).toBe(
      PRINTED,
    );
  });

  it('reads the lines of a bundle, and splits them at line feeds only', () => {
    writeFileSync(join(installed.consumer, 'lines.jsonl'), '"a\u2028b\u2029c\u0085d\re"\n"f"\n');
    const code = `import { readBundle } from '@probity/ledger-verification/read-bundle';
let lines = 0;
for await (const line of readBundle('lines.jsonl')) lines++;
console.log(lines);`;
    expect(installed.run('lines.mjs', code)).toBe('2');
  });

  it('hashes the same without the functions of Node', () => {
    const code = `process.getBuiltinModule = undefined;
const ${NAMES} = require('@probity/ledger-verification');${USE}`;
    expect(installed.run('browser.cjs', code)).toBe(PRINTED);
  });

  it('has types that do not need the types of Node or of browsers', () => {
    writeFileSync(
      join(installed.consumer, 'right.mts'),
      `import { parseKey, type VerificationKey, verifyCheckpoint } from '@probity/ledger-verification';
const key: VerificationKey = parseKey('');
export const size: Promise<number> = verifyCheckpoint('', key.name, [key]).then((checkpoint) => checkpoint.size);\n`,
    );
    const tsc = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--noEmit', '--strict', '--module', 'node20', '--lib', 'es2022', '--ignoreConfig'];
    execFileSync(process.execPath, [tsc, ...options, 'right.mts'], {
      cwd: installed.consumer,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  });
});
