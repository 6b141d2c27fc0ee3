/** Installs the packages that the lock file names, unless that has been done. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.probity-installed');
const NEEDED = [20, 19];

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  console.error(`Probity needs Node.js ${NEEDED.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

export function install() {
  requireNode();
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  console.error('Installing packages (once) ...');
  const npm = process.env.npm_execpath;
  const [command, before] = npm ? [process.execPath, [npm]] : ['npm', []];
  // `install` and not `ci`: some versions of npm refuse a lock whose optional packages are for other systems.
  const result = spawnSync(command, [...before, 'install', '--include=dev', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) {
    console.error('npm install failed; its own message is above.');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
