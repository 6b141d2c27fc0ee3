import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The process id of the server that runs on a data directory; undefined when none runs. A killed server leaves its
 * pid file behind, and another program, even the server of another directory, may have received its process id.
 */
export function serverOf(data: string): number | undefined {
  const named = pidFileOf(data);
  return named && isAlive(named.pid) && isServer(named) !== 'no' ? named.pid : undefined;
}

/**
 * Deletes a pid file whose process id now belongs to another program, because Postgres would not start with this
 * file. In any other case it keeps the file: Postgres uses it to find remains of a killed server, and a running
 * server stops when the file is missing.
 */
export function forgetStranger(data: string): void {
  const named = pidFileOf(data);
  if (named && isAlive(named.pid) && isServer(named) === 'no') rmSync(named.path, { force: true });
}

/** Does nothing if the process has ended. */
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
  /** the data directory as the server was started with it; it may have been moved since */
  data: string;
}

function pidFileOf(data: string): PidFile | undefined {
  const path = join(data, 'postmaster.pid');
  const [pid, startedOn = ''] = textOf(path).split('\n');
  return Number(pid) > 0 ? { path, pid: Number(pid), data: startedOn } : undefined;
}

/** Empty when there is no file. A server that is just ending deletes it at any moment. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Checks the command line, because every user may read it; the working directory is private. The server's child
 * processes have other command lines. Returns `unknown` on a system without /proc.
 */
function isServer({ pid, data }: PidFile): 'yes' | 'no' | 'unknown' {
  try {
    const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return /(^|\/)postgres$/.test(program) && words[words.indexOf('-D') + 1] === data ? 'yes' : 'no';
  } catch {
    return 'unknown';
  }
}
