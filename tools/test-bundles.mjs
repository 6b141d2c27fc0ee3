/**
 * Bundles of packages with hundreds of small files, for Jest. Jest loads every module again for each spec file: most of
 * the time of a short spec went into reading typebox, TypeORM, RxJS and class-validator. Only tests use the bundles.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the code imports. All are one build, so that each class exists once. */
const ENTRIES = [
  ...['typebox', 'typebox/compile', 'typebox/schema', 'rxjs', 'rxjs/operators', 'class-validator', 'typeorm'],
  ...['@simplewebauthn/server', 'cockatiel', 'prom-client', 'undici'],
];
/** The packages that the bundles contain. Others, such as `pg`, stay outside. */
const INSIDE = new RegExp(
  `^(${[
    ...['typebox', 'rxjs', 'class-validator', 'validator', 'libphonenumber-js', 'typeorm', 'tslib', 'cockatiel'],
    ...['@simplewebauthn', '@peculiar', '@levischuck', '@hexagon', 'asn1js', 'pvtsutils', 'pvutils', 'tsyringe'],
    ...['prom-client', '@opentelemetry/api', 'undici'],
  ].join('|')})(/|$)`,
);

const fileOf = (entry) => `${entry.replaceAll('/', '.')}.cjs`;

/** Builds the bundles unless they exist for the installed packages. Returns entries of Jest's `moduleNameMapper`. */
export async function testBundles() {
  const installed = readFileSync(join(root, 'node_modules/.package-lock.json'));
  const version = createHash('sha256')
    .update(installed)
    .update(readFileSync(fileURLToPath(import.meta.url)));
  const folder = join(root, 'node_modules/.cache/probity-test-bundles', version.digest('hex').slice(0, 16));
  if (!ENTRIES.every((entry) => existsSync(join(folder, fileOf(entry))))) await bundle(folder);
  return Object.fromEntries(ENTRIES.map((entry) => [`^${entry}$`, join(folder, fileOf(entry))]));
}

async function bundle(folder) {
  const { rolldown } = await import('rolldown');
  const isOutside = (id) => !id.startsWith('.') && !id.startsWith('/') && !INSIDE.test(id);
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(ENTRIES.map((entry) => [fileOf(entry), entry])),
    platform: 'node',
    external: isOutside,
    logLevel: 'silent',
  });
  await build.write({
    dir: folder,
    format: 'cjs',
    keepNames: true,
    entryFileNames: '[name]',
    chunkFileNames: '[name].cjs',
  });
}
