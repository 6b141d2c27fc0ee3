/** Installs the packages that the lock file names, unless they are installed already. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The oldest Node.js version, as major and minor, that can load all packages. */
const LOADS_FROM = [20, 19];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

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

const packagesIn = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * Whether `node_modules` has every package of the lock file in its version, also after `npm ci`. npm writes what it
 * installed to `node_modules/.package-lock.json` when it is done. Packages for other platforms may be missing.
 */
export function isInstalled(folder = root) {
  const done = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(done)) return false;
  const installed = packagesIn(done);
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    return found ? found.version === wanted.version && found.integrity === wanted.integrity : wanted.optional === true;
  });
}

export async function install() {
  requireNode();
  if (isInstalled()) return;

  console.error('Installing packages (once) ...');
  const npm = process.env.npm_execpath;
  const [command, before] = npm ? [process.execPath, [npm]] : ['npm', []];
  const child = spawn(command, [...before, 'ci', '--include=dev', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  // Without this process, npm would go on writing, beside the next start.
  let wasStopped = false;
  const forward = (signal) => {
    wasStopped = true;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  const code = await new Promise((ended) => {
    child.on('close', ended);
    child.on('error', (error) => {
      console.error(error.message);
      ended(1);
    });
  });
  for (const signal of SIGNALS) process.off(signal, forward);
  if (wasStopped) process.exit(1);
  if (code !== 0) {
    console.error('npm ci failed; see its message above.');
    process.exit(1);
  }
}
