import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ERROR_CODES from '@probity/platform/data/error-codes.json';
import { type ErrorCode, Refusal, type RefusalKind } from '@probity/platform/errors';
import { readPage, ROOT } from './markdown';

const sources = execFileSync('git', ['ls-files', 'apps/*.ts', 'libs/*.ts'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !path.endsWith('.spec.ts') && !path.includes('/testing/'))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'));

/** Codes that the code composes from parts. */
const COMPOSED: Record<string, RegExp> = {
  account_inactive: /`account_\$\{activity\}`/,
  account_missing: /`account_\$\{activity\}`/,
};

/** Returns each error code with the kind of refusal with which it is thrown. */
function thrown(): { code: ErrorCode; kind: RefusalKind }[] {
  const found: { code: string; kind: string }[] = [];
  for (const source of sources) {
    for (const [, code] of source.matchAll(/\binvalid\(\s*'(\w+)'/g)) found.push({ code: code!, kind: 'invalid' });
    for (const [, kind, code] of source.matchAll(/new Refusal\(\s*'(\w+)',\s*'(\w+)'/g))
      found.push({ code: code!, kind: kind! });
  }
  return found as { code: ErrorCode; kind: RefusalKind }[];
}

describe('the catalogue of error codes', () => {
  it('has the code of each refusal, with its HTTP status; the compiler rejects other codes', () => {
    expect(thrown().length).toBeGreaterThan(80);
    const wrong = thrown().filter(
      ({ code, kind }) => ERROR_CODES[code]?.status !== new Refusal(kind, code, '').httpStatus,
    );
    expect(wrong).toEqual([]);
  });

  it('has no code that is never used', () => {
    const isUsed = (code: string): boolean => {
      const pattern = COMPOSED[code] ?? new RegExp(`'${code}'`);
      return sources.some((source) => pattern.test(source));
    };
    expect(Object.keys(ERROR_CODES).filter((code) => !isUsed(code))).toEqual([]);
  });

  it('matches docs/reference/error-codes.md', () => {
    const page = execFileSync(
      process.execPath,
      [
        '-e',
        "import('./tools/error-codes.mjs').then((m) => m.errorCodesPage()).then((page) => process.stdout.write(page))",
      ],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect(readPage('docs/reference/error-codes.md')).toBe(page);
  });
});
