import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..', '..');
const FOLDERS = ['apps', 'bench', 'journal', 'libs', 'testing', 'tests'];
const MAX_LINES = 300;
/** Typical names of test support. `test-event.ts` is not test support: it makes the product's test webhook. */
const TEST_SUPPORT = /(for-tests?|harness|fixtures?|stand-in|contract-suite|fakes?|mocks?|stubs?)\.ts$/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(node_modules|dist|generated)\//.test(path)),
);

describe('the layout of the repository', () => {
  it('has files to check', () => {
    for (const folder of FOLDERS) expect(files.filter((path) => path.startsWith(`${folder}/`))).not.toEqual([]);
  });

  it(`has no TypeScript file of more than ${MAX_LINES} lines`, () => {
    const linesOf = (path: string): number => readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n').length;
    const long = files.map((path) => ({ path, lines: linesOf(path) })).filter(({ lines }) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });

  it('keeps test support in folders called testing', () => {
    const outside = files.filter((path) => !path.split('/').includes('testing'));
    expect(outside.filter((path) => TEST_SUPPORT.test(basename(path)))).toEqual([]);
    expect(files.filter((path) => /(^|\/)(harness|test-support|__tests__|__mocks__)\//.test(path))).toEqual([]);
    expect(files.filter((path) => /(for-tests?|harness)\.ts$/.test(path))).toEqual([]);
  });
});
