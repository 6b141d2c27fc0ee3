import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach, type ServerUser } from './server-user';

const OUTSIDE = '/var/lib/probity';
/** A Unix socket's path may have 107 bytes; `/.s.PGSQL.5432` takes 14 of them. */
const MAX_SOCKET_FOLDER = 90;

/** The folders of an embedded Postgres. */
export interface ServerHome {
  /** holds everything below */
  path: string;
  data: string;
  /** holds the Unix socket; nobody but the server's user can enter it */
  socket: string;
  log: string;
}

/**
 * The home of Postgres is `<data dir>/postgres`. Where the user that Postgres runs as cannot reach
 * that (root works in a folder that only root may enter), it is a link to a folder of its own under
 * /var/lib/probity.
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

/** The same folder for the same home, so that a later start finds the server of an earlier one. */
function shortSocketFolder(home: string): string {
  return join(tmpdir(), `probity-${statInode(home)}`);
}

function statInode(path: string): string {
  const { dev, ino } = lstatSync(path);
  return `${dev}-${ino}`;
}
