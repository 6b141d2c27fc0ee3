import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../errors';

/**
 * Writes a new file that only its owner reads: it may have data of customers. The file has its name when all of its
 * content is on the disk, and not before. It never replaces another file. Ctrl-C leaves nothing of it.
 *
 * @throws InputError `file` when the file exists already, or cannot be written
 */
export async function writeNewFile(path: string, content: AsyncIterable<Uint8Array> | Buffer): Promise<void> {
  if (path === '-') throw new InputError('file', 'name a file: a part of it on stdout would look complete');
  if (await lstat(path).catch(() => undefined)) throw existsAlready(path);
  const part = `${path}.${randomUUID()}.part`;
  const forget = removeOnSignal(part);
  try {
    const file = await open(part, 'wx', 0o600);
    await pipeline(Readable.from(content), file.createWriteStream({ flush: true }));
    await giveName(part, path);
  } catch (error) {
    throw problemOf(path, error);
  } finally {
    await rm(part, { force: true });
    forget();
  }
}

/** Removes the file before a signal ends the process. Returns what ends this. */
function removeOnSignal(part: string): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const forget = (): void => {
    for (const signal of signals) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    rmSync(part, { force: true });
    forget();
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, end);
  return forget;
}

/** A link never replaces a file. Some file systems have none. */
async function giveName(part: string, path: string): Promise<void> {
  await link(part, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw error;
    await rename(part, path);
  });
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const existsAlready = (path: string): InputError => new InputError('file', `${path} exists already; name another path`);

/** What staff are told; an error that is not of the system is about the content. */
function problemOf(path: string, error: unknown): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return existsAlready(path);
  if (code === 'ENOENT') return new InputError('file', `${path} cannot be written: its folder does not exist`);
  return syscall === undefined ? error : new InputError('file', `${path} cannot be written: ${message}`);
}
