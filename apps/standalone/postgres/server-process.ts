import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The process of the server that runs on a data directory; undefined when there is none. A pid file stays behind
 * when its server is killed, and the number may have gone to another program since, or to a server of another
 * directory. A server works in its data directory, which tells them apart, also after the directory was moved.
 */
export function serverOf(data: string): number | undefined {
  const pid = pidIn(data);
  return pid > 0 && isAlive(pid) && worksIn(pid, data) ? pid : undefined;
}

/**
 * Deletes a pid file whose number has gone to another program: Postgres would not start beside it. In any other
 * case the file stays, because Postgres finds out with it whether remains of a killed server are still at work.
 */
export function forgetStranger(data: string): void {
  const pid = pidIn(data);
  if (pid > 0 && isAlive(pid) && !worksIn(pid, data)) rmSync(pidFileOf(data));
}

const pidFileOf = (data: string): string => join(data, 'postmaster.pid');

/** 0: there is none. */
function pidIn(data: string): number {
  const pidFile = pidFileOf(data);
  return existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Where the system does not tell (no /proc), the pid file is believed. */
function worksIn(pid: number, folder: string): boolean {
  if (!existsSync('/proc/self/cwd')) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false; // it has ended, or is somebody else's
  }
}
