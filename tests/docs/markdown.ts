import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '..', '..');

/** Returns the path of every page, relative to the root of the repository. */
export const pages = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '');

export const readPage = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export interface CodeBlock {
  language: string;
  text: string;
  /** the line on which the text begins, from 1 */
  line: number;
  /** whether only blank lines separate this block from the previous one */
  followsBlock: boolean;
}

export function codeBlocks(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const lines = page.split('\n');
  let end = -1;
  for (let at = 0; at < lines.length; at++) {
    const [, language] = /^```(\w*)$/.exec(lines[at]!) ?? [];
    if (language === undefined) continue;
    const start = at + 1;
    do at++;
    while (at < lines.length && lines[at] !== '```');
    const between = lines.slice(end + 1, start - 1);
    const followsBlock = end >= 0 && between.every((line) => line.trim() === '');
    blocks.push({ language, text: lines.slice(start, at).join('\n'), line: start + 1, followsBlock });
    end = at;
  }
  return blocks;
}

/** Returns the page without code, for checks of links and prose. */
export const prose = (page: string): string => page.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, '`code`');

/** Returns the anchors of a page, as GitHub derives them from its headings. */
export function anchors(page: string): Set<string> {
  const headings = page.replace(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading]) =>
      heading!
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
