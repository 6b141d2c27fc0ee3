import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const paths = [...text.matchAll(/`(\.?[a-z][\w.-]*\/[\w./-]*|\.[\w-]+\.cjs)`/g)].map(([, path]) => path!);

describe('CONTRIBUTING.md', () => {
  it('names files', () => {
    expect(paths.length).toBeGreaterThan(20);
  });

  it.each([...new Set(paths)].filter((path) => path !== 'testing/'))('names %s, which exists', (path) => {
    expect(existsSync(join(ROOT, path))).toBe(true);
  });
});
