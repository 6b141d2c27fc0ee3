import { chownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The system user that runs Postgres. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. If this process runs as root, returns the system user `postgres` or, if there is
 * none, `nobody`. Otherwise returns undefined: PostgreSQL runs as the user of this process.
 */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error('PostgreSQL cannot run as root, and this system has no user "postgres" or "nobody"; create one');
}

/** Whether the user may enter every folder on the path to `path`. Ignores access through secondary groups. */
export function canReach(path: string, user: ServerUser): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const permission = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & permission) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Makes the user the owner of a folder and its content. */
export function handOver(folder: string, user: ServerUser): void {
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}
