import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AlreadyRunning } from './already-running';

const SETTLE_MS = 50;

/**
 * Lets only one process at a time start on a data directory: two processes must not create secrets, create the
 * database cluster or stop an orphaned server at the same time. Returns a function that releases the lock. By then,
 * the process holds the lock of `EmbeddedPostgres` instead. The lock of a killed process is taken over.
 *
 * @throws AlreadyRunning
 */
export async function lockStart(dataDirectory: string): Promise<() => void> {
  const lock = join(dataDirectory, 'starting.lock');
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid), { mode: 0o600 });
  try {
    while (!tryLink(mine, lock)) {
      if (isHeld(lock)) throw new AlreadyRunning(dataDirectory);
      rmSync(lock, { force: true });
    }
    // Two processes that found the lock of a killed process may each have removed the other's new lock. The process
    // that created its lock last holds it.
    await delay(SETTLE_MS);
    if (holder(lock) !== process.pid) throw new AlreadyRunning(dataDirectory);
  } finally {
    rmSync(mine, { force: true });
  }
  return () => {
    if (holder(lock) === process.pid) rmSync(lock, { force: true });
  };
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function holder(lock: string): number {
  return existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
}

/** Whether another living process holds the lock. Process ids are reused, so it must also be a Node process. */
function isHeld(lock: string): boolean {
  const pid = holder(lock);
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('node');
}
