import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns the files, relative to the root, that an image's build can see */
export function buildContext(root: string): string[] {
  const isSeen = readIgnoreFile(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) return isSeen(path) ? [path] : [];
      // They may hold a hundred thousand files, and none may be seen.
      if (!entry.isDirectory() || ['node_modules', '.git', 'dist'].includes(entry.name)) return [];
      return below(path);
    });
  return below('');
}

/**
 * The last line that matches a path or a folder above it decides, as Docker does it.
 * `?` and `[` are not understood.
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
