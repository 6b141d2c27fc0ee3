import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchors, pages, prose, readPage, ROOT } from './markdown';

const MAX_README_LINES = 150;

/** Returns the link targets of a page, except addresses on other hosts. */
const links = (page: string): string[] =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));

function isDead(path: string, link: string): boolean {
  const [file, anchor] = link.split('#') as [string, string | undefined];
  const target = file === '' ? path : normalize(join(dirname(path), file));
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchors(readPage(target)).has(anchor);
}

describe('the documentation', () => {
  it('has no dead link', () => {
    const dead = pages().flatMap((path) =>
      links(readPage(path))
        .filter((link) => isDead(path, link))
        .map((link) => `${path}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('can be reached from the README', () => {
    const reached = new Set(['README.md']);
    for (const path of reached) {
      if (!path.endsWith('.md')) continue;
      for (const link of links(readPage(path))) {
        const target = normalize(join(dirname(path), link.split('#')[0]!));
        if (existsSync(join(ROOT, target))) reached.add(target);
      }
    }
    expect(pages().filter((path) => path.startsWith('docs/') && !reached.has(path))).toEqual([]);
  });

  it(`begins with a README of at most ${MAX_README_LINES} lines`, () => {
    expect(readPage('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_README_LINES);
  });
});
