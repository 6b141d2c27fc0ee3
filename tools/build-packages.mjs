/**
 * Bundles the packages that are ES modules into CommonJS files in dist/node_modules/, where the compiled code finds them
 * first: see docs/adr/0050-es-modules-are-bundled.md. Without it, they run as well, and load slowly.
 */
import { existsSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'dist', 'node_modules');

/** What the compiled code requires. */
export const ENTRIES = [
  '@nestjs/common',
  '@nestjs/common/constants.js',
  '@nestjs/common/enums/route-paramtypes.enum.js',
  '@nestjs/core',
  '@nestjs/microservices',
  '@nestjs/platform-fastify',
  '@nestjs/swagger',
  'jose',
  'openid-client',
  'typebox',
  'typebox/compile',
  'typebox/schema',
  'uuid',
];
/** What becomes part of the bundles: the packages of the entries, and ES modules that only they import. */
export const BUNDLED =
  /^(@nestjs\/(common|core|mapped-types|microservices|platform-fastify|swagger)|es-toolkit|jose|oauth4webapi|openid-client|typebox|uuid)(\/|$)/;

/** Whether compiled code that requires the package gets the version that `importer` gets. Other packages stay outside. */
function isShared(id, importer) {
  try {
    return createRequire(importer).resolve(id) === createRequire(join(output, 'any.js')).resolve(id);
  } catch {
    return true; // optional, and not installed
  }
}
const isExternal = (id, importer) => /^[a-z@]/.test(id) && !BUNDLED.test(id) && isShared(id, importer);

const fileOf = (id) => (/^(@[^/]+\/)?[^/]+$/.test(id) ? `${id}/index` : id.replace(/\.js$/, ''));

function isUpToDate() {
  const built = ENTRIES.map((id) => join(output, `${fileOf(id)}.js`));
  if (!built.every((path) => existsSync(path))) return false;
  const newest = Math.max(
    ...['package-lock.json', 'tools/build-packages.mjs'].map((path) => statSync(join(root, path)).mtimeMs),
  );
  return built.every((path) => statSync(path).mtimeMs > newest);
}

/** Returns whether it built. */
export async function buildPackages() {
  if (isUpToDate()) return false;
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((id) => [fileOf(id), id])),
    cwd: root,
    platform: 'node',
    treeshake: false,
    external: isExternal,
  });
  rmSync(output, { recursive: true, force: true });
  await bundle.write({
    dir: output,
    format: 'cjs',
    exports: 'named',
    keepNames: true,
    entryFileNames: '[name].js',
    chunkFileNames: '.shared/[name]-[hash].js',
  });
  await bundle.close();
  return true;
}
