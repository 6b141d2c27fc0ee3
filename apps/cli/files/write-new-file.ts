import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../errors';

/**
 * Writes a new file that only its owner reads: it may have data of customers. Removes it when the content is not
 * complete, and never replaces another file.
 *
 * @throws InputError `file` when the file exists already, or cannot be written
 */
export async function writeNewFile(path: string, content: AsyncIterable<Uint8Array> | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw problemOf(path, error);
  });
  try {
    await pipeline(Readable.from(content), file.createWriteStream());
  } catch (error) {
    await rm(path, { force: true });
    throw problemOf(path, error);
  }
}

/** What staff are told; an error that is not of the system is about the content. */
function problemOf(path: string, error: unknown): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return new InputError('file', `${path} exists already; name another path`);
  return syscall === undefined ? error : new InputError('file', `${path} cannot be written: ${message}`);
}
