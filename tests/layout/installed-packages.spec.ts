import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const TOOL = pathToFileURL(join(__dirname, '../../tools/install.mjs')).href;
const WANTED = {
  '': { name: 'probity' },
  'libs/platform': { version: '0.1.0' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/for-macos': { version: '1.0.0', integrity: 'sha512-m', optional: true },
};
const DONE = { 'node_modules/a': WANTED['node_modules/a'] };

describe('what npm start does not install again', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'probity-install-'));
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: WANTED }));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const isInstalled = (packages?: object): string => {
    const file = join(folder, 'node_modules/.package-lock.json');
    if (packages) writeFileSync(file, JSON.stringify({ packages }));
    const code = `import(${JSON.stringify(TOOL)}).then((tool) => process.stdout.write(String(tool.isInstalled(process.argv[1]))))`;
    return execFileSync(process.execPath, ['-e', code, folder], { encoding: 'utf8' });
  };

  it('is what npm ci installed, without the packages for other platforms', () => {
    expect(isInstalled(DONE)).toBe('true');
  });

  it.each<[string, object | undefined]>([
    ['nothing', undefined],
    ['a part', {}],
    ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-b' } }],
    ['another package of that version', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }],
  ])('is not %s', (_, packages) => {
    expect(isInstalled(packages)).toBe('false');
  });
});
