/**
 * `node libs/webhook-verification/pack.mjs [folder]`: packs the package as it is published, compiled and
 * with its types, into the folder (the current one without it), and prints the file's path. Publish that
 * file: `npm publish <file>`. The folder itself is private, as it holds sources only.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('.', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const destination = resolve(process.argv[2] ?? '.');

const staged = mkdtempSync(join(tmpdir(), 'webhook-verification-'));
try {
  const { private: _private, nx: _nx, ...published } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  copyFileSync(join(source, 'README.md'), join(staged, 'README.md'));
  copyFileSync(join(source, '..', '..', 'LICENSE'), join(staged, 'LICENSE'));
  compile(staged);
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', destination], {
    cwd: staged,
    encoding: 'utf8',
  });
  console.log(join(destination, packed.trim()));
} finally {
  rmSync(staged, { recursive: true });
}

function compile(outDir) {
  const files = readdirSync(source).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  const options = ['--target', 'es2022', '--module', 'node20', '--lib', 'es2024', '--types', 'node', '--strict'];
  const paths = files.map((name) => join(source, name));
  execFileSync(
    process.execPath,
    [tsc, '--ignoreConfig', ...options, '--declaration', '--rootDir', source, '--outDir', outDir, ...paths],
    { cwd: source, stdio: ['ignore', 'inherit', 'inherit'] },
  );
}
