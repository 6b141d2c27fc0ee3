/**
 * `node libs/webhook-verification/pack.mjs [folder]`: compiles the package with its types, packs it into the folder
 * (default: the current folder), and prints the path of the file. Publish this file with `npm publish <file>`. The
 * source folder itself cannot be published, because it only has sources.
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
