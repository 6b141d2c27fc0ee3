import { randomUUID } from 'node:crypto';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../errors';

/**
 * Writes a new file that only its owner reads: it may have data of customers. The file has its name when all of its
 * content is on the disk, and not before. It never replaces another file.
 *
 * @throws InputError `file` when the file exists already, or cannot be written
 */
export async function writeNewFile(path: string, content: AsyncIterable<Uint8Array> | Buffer): Promise<void> {
  if (await lstat(path).catch(() => undefined)) throw existsAlready(path);
  const part = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(part, 'wx', 0o600);
    await pipeline(Readable.from(content), file.createWriteStream({ flush: true }));
    await giveName(part, path);
  } catch (error) {
    throw problemOf(path, error);
  } finally {
    await rm(part, { force: true });
  }
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
  return syscall === undefined ? error : new InputError('file', `${path} cannot be written: ${message}`);
}
