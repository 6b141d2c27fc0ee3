import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach, type ServerUser } from './server-user';

const OUTSIDE = '/var/lib/probity';
/** The path of a Unix socket may have 107 bytes; `/.s.PGSQL.5432` takes 14 of them. */
const MAX_SOCKET_FOLDER = 90;

/** The folders of an embedded Postgres. */
export interface ServerHome {
  /** contains everything below */
  path: string;
  data: string;
  /** contains the Unix socket; only the server's user can enter it */
  socket: string;
  log: string;
}

/**
 * The home of Postgres is `<data dir>/postgres`. If the user that runs Postgres cannot reach this path, for example
 * because the data directory is in root's home, the path is a link to a folder under /var/lib/probity.
 */
export function openServerHome(dataDirectory: string, user: ServerUser | undefined): ServerHome {
  const home = join(dataDirectory, 'postgres');
  if (!existsLink(home)) {
    if (user && !canReach(home, user)) symlinkSync(join(OUTSIDE, randomUUID()), home);
    else mkdirSync(home, { mode: 0o700 });
  }
  if (lstatSync(home).isSymbolicLink() && !existsSync(home)) {
    mkdirSync(OUTSIDE, { recursive: true, mode: 0o711 });
    mkdirSync(readlinkSync(home), { mode: 0o700 });
  }
  const path = realpathSync(home);
  const run = join(path, 'run');
  const socket = Buffer.byteLength(run) <= MAX_SOCKET_FOLDER ? run : shortSocketFolder(path);
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  return { path, data: join(path, 'data'), socket, log: join(path, 'postgres.log') };
}

function existsLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The same home always gives the same folder, so that a later start finds the server of an earlier one. */
function shortSocketFolder(home: string): string {
  return join(tmpdir(), `probity-${statInode(home)}`);
}

function statInode(path: string): string {
  const { dev, ino } = lstatSync(path);
  return `${dev}-${ino}`;
}
