/**
 * Builds the desk into dist/apps/desk/ when a source is newer than its output. Writes each file compressed beside
 * itself, so that the server sends it without work. Does not check types: `npm test` does that.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const desk = join(root, 'apps', 'desk');
const output = join(root, 'dist', 'apps', 'desk');
/** Smaller files gain less than the header says. */
const COMPRESSED_FROM_BYTES = 1_024;
/** Levels above take seconds for the whole desk and save little. */
const BROTLI_QUALITY = 9;

const files = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));

/** Returns whether it built. */
export async function buildDesk() {
  const built = join(output, 'index.html');
  const sources = [
    ...['src', 'public'].flatMap((folder) => files(join(desk, folder))),
    ...files(join(root, 'libs', 'ledger-verification')),
    join(root, 'package-lock.json'),
  ];
  for (const name of ['index.html', 'vite.config.ts', 'package.json']) sources.push(join(desk, name));
  const newest = Math.max(...sources.map((source) => statSync(source).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return false;
  const { build } = await import('vite');
  await build({ root: desk, configFile: join(desk, 'vite.config.ts'), logLevel: 'warn' });
  for (const file of files(join(output, 'assets'))) {
    const content = readFileSync(file);
    if (content.length < COMPRESSED_FROM_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content));
  }
  return true;
}
