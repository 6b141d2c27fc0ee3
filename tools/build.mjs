/**
 * Compiles TypeScript into dist/, with the same folders as the sources. Compiles only files whose source is
 * newer than their output, so a second run takes milliseconds. Deletes outputs whose source is gone. Does not
 * check types: `npm test` does that.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDesk } from './build-desk.mjs';
import { buildPackages } from './build-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

function filesBelow(folder, accept) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(accept);
}

/** The folders of the product. Folders called `testing` in them are test support and are left out. */
const PRODUCT = ['apps', 'libs'];
const EVERYTHING = [...PRODUCT, 'testing', 'tests', 'bench', 'journal'];
/** The desk runs in browsers and has a build of its own. */
const DESK = join('apps', 'desk') + sep;
const isTestSupport = (path) => path.split(sep).includes('testing');

/** Files that the product reads at run time: migrations, and files in folders called `data`. */
const isData = (path) => /[/\\](data|migrations)[/\\][^/\\]+\.(sql|txt|json|xsd)$/.test(path);

/** Copies have the time of their source, rounded. */
const ROUNDING_MS = 2;

function isCopied(source, output) {
  const [from, to] = [statSync(source), statSync(output, { throwIfNoEntry: false })];
  return to !== undefined && from.size === to.size && Math.abs(from.mtimeMs - to.mtimeMs) < ROUNDING_MS;
}

const mapOf = (output) => `${output}.map`;

const isOurs = (path) => path.endsWith('.js') && !relative(dist, path).startsWith(DESK);

function copyData(folders) {
  const target = (source) => join(dist, relative(root, source));
  const sources = folders.flatMap((folder) => filesBelow(join(root, folder), isData));
  const wanted = new Set(sources.map(target));
  for (const output of folders.flatMap((folder) => filesBelow(join(dist, folder), isData))) {
    if (!wanted.has(output)) rmSync(output, { force: true });
  }
  // Only what changed: copying removes the old file first, and a product that starts now may read it.
  for (const source of sources) {
    if (!isCopied(source, target(source))) cpSync(source, target(source), { preserveTimestamps: true });
  }
}

/** Compiles everything, or only the product. Returns the number of compiled files. */
export async function build({ onlyProduct = false } = {}) {
  const sources = (onlyProduct ? PRODUCT : EVERYTHING)
    .flatMap((folder) => filesBelow(join(root, folder), (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts')))
    .filter((path) => !relative(root, path).startsWith(DESK))
    .filter((path) => !onlyProduct || !isTestSupport(relative(root, path)));
  const jobs = sources.map((source) => ({
    source,
    output: join(dist, relative(root, source)).replace(/\.ts$/, '.js'),
  }));

  const wanted = new Set(jobs.map((job) => job.output));
  for (const output of onlyProduct ? [] : filesBelow(dist, isOurs)) {
    if (wanted.has(output)) continue;
    rmSync(output, { force: true });
    rmSync(mapOf(output), { force: true });
  }

  const optionsTime = Math.max(
    ...['build.mjs', 'swc-options.mjs'].map((tool) => statSync(join(root, 'tools', tool)).mtimeMs),
  );
  const stale = jobs.filter(({ source, output }) => {
    const builtAt = statSync(output, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return builtAt < optionsTime || builtAt < statSync(source).mtimeMs;
  });
  copyData(onlyProduct ? PRODUCT : EVERYTHING);
  await buildPackages();
  await buildDesk();
  if (stale.length === 0) return 0;

  const [{ transformFile }, { swcOptions }] = await Promise.all([import('@swc/core'), import('./swc-options.mjs')]);
  await Promise.all(
    stale.map(async ({ source, output }) => {
      const { code, map } = await transformFile(source, swcOptions);
      mkdirSync(dirname(output), { recursive: true });
      // Not inside: a start would read twice as much as the code.
      writeFileSync(mapOf(output), map);
      writeFileSync(output, `${code}\n//# sourceMappingURL=${basename(mapOf(output))}\n`);
    }),
  );
  return stale.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const count = await build();
  console.log(count === 0 ? 'dist/ is up to date' : `compiled ${count} files into dist/`);
}
