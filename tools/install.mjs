/** Installs the packages that the lock file names, unless they are installed already. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.probity-installed');
/** The oldest Node.js version, as major and minor, that can load all packages. */
const LOADS_FROM = [20, 19];

const isBefore = ([major, minor]) => {
  const [ours, oursMinor] = process.versions.node.split('.').map(Number);
  return ours < major || (ours === major && oursMinor < minor);
};

/** Supported versions are those of `engines` (docs/adr/0004-node-versions.md). Older ones run with a warning. */
function requireNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const advice = `Probity supports Node.js ${engines.node}; this is ${process.versions.node}.`;
  if (isBefore(LOADS_FROM)) {
    console.error(`${advice} Install a supported version and run the command again.`);
    process.exit(1);
  }
  const lowest = /(\d+)\.(\d+)/.exec(engines.node).slice(1).map(Number);
  if (isBefore(lowest)) console.error(`${advice} Probity runs, but this version gets no more security fixes.`);
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
  const result = spawnSync(command, [...before, 'ci', '--include=dev', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) {
    console.error('npm ci failed; see its message above.');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
