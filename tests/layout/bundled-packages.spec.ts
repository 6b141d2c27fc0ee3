import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(__dirname, '../..');
const TOOL = pathToFileURL(join(ROOT, 'tools/build-packages.mjs')).href;
const FOLDERS = ['apps', 'bench', 'journal', 'libs', 'testing', 'tests'];
const IMPORT = /(?:^|\n)(?:import|export)(?! type)[^;]*? from '([^'.][^']*)'/g;

const inTool = (expression: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { BUNDLED, ENTRIES } from '${TOOL}'; console.log(JSON.stringify(${expression}))`,
    ]).toString(),
  );

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.spec)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(node_modules|desk)\//.test(path)),
);

describe('the bundles of packages', () => {
  it('have an entry for each import, because a package without one would be loaded a second time', () => {
    const bundled = new RegExp(inTool('BUNDLED.source') as string);
    const entries = inTool('ENTRIES') as string[];
    const imports = sources.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, of]) => of!));
    const wanted = new Set(imports.filter((of) => bundled.test(of)));
    expect(wanted.size).toBeGreaterThan(5);
    expect([...wanted].filter((of) => !entries.includes(of))).toEqual([]);
  });
});
