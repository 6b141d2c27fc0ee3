import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './markdown';

/** Patterns that the style guide rejects, and what to write instead. */
const PATTERNS: { pattern: RegExp; write: string }[] = [
  { pattern: /\b(whoever|somebody|nobody|anybody|everybody)\b/i, write: 'the role or the thing' },
  { pattern: /\b(tells?|told) of\b/i, write: 'reports' },
  { pattern: /\bstands? (in|twice|there|beside|alone)\b/i, write: 'is in, is duplicated' },
  { pattern: /\bwhat (became|becomes|came|comes) of\b/i, write: 'the outcome' },
  { pattern: /\b(it|that|which|API|gateway|service|server|receiver|product|and) answers\b/, write: 'returns' },
  { pattern: /^\W*answers [a-z]/i, write: 'returns' },
  { pattern: /\b(is|are|was|were|be) (answered|refused)\b/i, write: 'returns, rejects' },
  { pattern: /\bthose (that|who)\b/i, write: 'the name of the things' },
];
const FILES = ['*.ts', '*.md', '*.mjs', '*.cjs', '*.yaml', '*.yml', 'Dockerfile'];
/** These files contain the patterns as examples. */
const EXCEPT = /^(docs\/style-guide\.md|tests\/docs\/style\.spec\.ts)$/;
/** Allowed names: the system user `nobody`, and slugs, ids and constants in tests. */
const NAMES = /`nobody`|['"]nobody['"]|tenant nobody|NOBODY|nobody-has-this/g;

describe('the language of the repository', () => {
  const paths = execFileSync('git', ['ls-files', ...FILES], { cwd: ROOT, encoding: 'utf8' }).split('\n');

  it('follows the style guide', () => {
    const found = paths
      .filter((path) => path !== '' && !EXCEPT.test(path))
      .flatMap((path) =>
        readFileSync(join(ROOT, path), 'utf8')
          .replace(NAMES, '')
          .split('\n')
          .flatMap((line, index) =>
            PATTERNS.filter(({ pattern }) => pattern.test(line)).map(
              ({ write }) => `${path}:${index + 1}: write ${write}: ${line.trim()}`,
            ),
          ),
      );
    expect(found).toEqual([]);
  });
});
