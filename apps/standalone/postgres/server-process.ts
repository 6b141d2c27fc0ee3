import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The process of the server that runs on a data directory; undefined when there is none. A pid file stays behind
 * when its server is killed, and the number may have gone to another program since, also to a server of another
 * directory.
 */
export function serverOf(data: string): number | undefined {
  const named = pidFileOf(data);
  return named && isAlive(named.pid) && isServer(named) !== 'no' ? named.pid : undefined;
}

/**
 * Deletes a pid file whose number has gone to another program: Postgres would not start beside it. In any other
 * case the file stays, because Postgres finds out with it whether remains of a killed server are still at work, and
 * a server that runs ends when it misses it.
 */
export function forgetStranger(data: string): void {
  const named = pidFileOf(data);
  if (named && isAlive(named.pid) && isServer(named) === 'no') rmSync(named.path);
}

/** Nothing happens when there is no such process any more. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface PidFile {
  path: string;
  pid: number;
  /** the data directory as it was named when the server was started; it may have been moved since */
  data: string;
}

function pidFileOf(data: string): PidFile | undefined {
  const path = join(data, 'postmaster.pid');
  if (!existsSync(path)) return undefined;
  const [pid, startedOn = ''] = readFileSync(path, 'utf8').split('\n');
  return Number(pid) > 0 ? { path, pid: Number(pid), data: startedOn } : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * By its command line, which everybody may read, unlike its working directory. Processes of a server other than
 * its first have another one. Where the system does not tell, it is unknown.
 */
function isServer({ pid, data }: PidFile): 'yes' | 'no' | 'unknown' {
  try {
    const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return /(^|\/)postgres$/.test(program) && words[words.indexOf('-D') + 1] === data ? 'yes' : 'no';
  } catch {
    return 'unknown';
  }
}
