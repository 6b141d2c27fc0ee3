import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the files, relative to the root, that an image build can see. */
export function buildContext(root: string): string[] {
  const isSeen = readIgnoreFile(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) return isSeen(path) ? [path] : [];
      // Skipped for speed: these folders can hold 100,000 files, and the build must see none of them.
      if (!entry.isDirectory() || ['node_modules', '.git', 'dist'].includes(entry.name)) return [];
      return below(path);
    });
  return below('');
}

/**
 * As in Docker, the last line that matches a path or one of its parent folders decides. Does not support
 * `?` and `[`.
 */
export function readIgnoreFile(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ sees: line.startsWith('!'), matches: asRegExp(line.replace(/^!/, '').replace(/\/$/, '')) }));
  return (path) => rules.reduce((seen, rule) => (rule.matches.test(path) ? rule.sees : seen), true);
}

function asRegExp(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*\/|\*\*|\*)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      return part.replace(/[.+^${}()|\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}(?:/.*)?$`);
}
