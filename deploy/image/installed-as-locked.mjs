/**
 * Stops an image's build when a package was installed that package-lock.json does not name with the
 * same version and integrity. Compares with what npm writes down of an installation.
 */
import { readFileSync } from 'node:fs';

const packagesOf = (lockFile) => JSON.parse(readFileSync(lockFile, 'utf8')).packages;

const locked = packagesOf('package-lock.json');
const isFromElsewhere = ([path, { link }]) => path.includes('node_modules/') && !link;
const installed = Object.entries(packagesOf('node_modules/.package-lock.json')).filter(isFromElsewhere);
const strangers = installed.filter(([path, { version, integrity }]) => {
  const expected = locked[path];
  return !integrity || expected?.version !== version || expected.integrity !== integrity;
});

for (const [path, { version }] of strangers) {
  console.error(`${path} ${version} was installed, but package-lock.json does not name it so`);
}
if (strangers.length > 0) {
  console.error('Run `npm install` and commit package-lock.json before an image is built.');
  process.exit(1);
}
console.log(`${installed.length} packages are installed, each as the lock file names it`);
