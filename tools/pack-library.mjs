/**
 * Compiles a library with its types, and packs it into a file that `npm publish <file>` accepts. The source folder of a
 * library cannot be published, because it only has sources.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** Packs the library in the folder `source` into the folder `destination`, which it creates. Returns the path of the file. */
export function packLibrary(source, destination) {
  const staged = mkdtempSync(join(tmpdir(), 'probity-library-'));
  try {
    const { private: _private, nx: _nx, ...published } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
    copyFileSync(join(source, 'README.md'), join(staged, 'README.md'));
    copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
    compile(source, staged);
    mkdirSync(destination, { recursive: true });
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', destination], {
      cwd: staged,
      encoding: 'utf8',
    });
    return join(destination, packed.trim());
  } finally {
    rmSync(staged, { recursive: true });
  }
}

function compile(source, outDir) {
  const files = readdirSync(source).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  const options = ['--target', 'es2022', '--module', 'node20', '--lib', 'es2024', '--types', 'node', '--strict'];
  const paths = files.map((name) => join(source, name));
  execFileSync(
    process.execPath,
    [tsc, '--ignoreConfig', ...options, '--declaration', '--rootDir', source, '--outDir', outDir, ...paths],
    { cwd: source, stdio: ['ignore', 'inherit', 'inherit'] },
  );
}
