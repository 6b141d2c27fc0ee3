import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Wrong } from './bundle-report';

/** An event has at most a few megabytes; a longer line is no bundle. */
const MAX_LINE = 16 * 1024 * 1024;

/**
 * The lines of a bundle file, which may be compressed with gzip. Only for Node.js.
 *
 * @throws Error of the file system; Wrong, of which `verifyBundle` makes a report, when the content is damaged: it cannot be
 *   decompressed, is not UTF-8, or has a line that is too long
 */
export async function* readBundle(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  try {
    for await (const chunk of bytesOf(path)) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = lines.pop()!;
      yield* lines;
      if (rest.length > MAX_LINE) throw new RangeError(`a line has more than ${MAX_LINE} characters`);
    }
    rest += decoder.decode();
  } catch (error) {
    throw damaged(error);
  }
  if (rest !== '') yield rest;
}

/** Errors of the system name a call. */
function damaged(error: unknown): unknown {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).syscall !== undefined) return error;
  const detail = `it cannot be read to its end: ${error.message}`;
  return new Wrong({ check: 'file', revision: null, position: null, detail });
}

function bytesOf(path: string): AsyncIterable<unknown> {
  const compressed = isCompressed(path);
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  if (!compressed) return file;
  // The pipeline hands an error of the file to the reader; the callback has nothing to add.
  return pipeline(file, createGunzip({ chunkSize: 1024 * 1024 }), () => undefined);
}

function isCompressed(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = new Uint8Array(2);
    return readSync(file, start) === 2 && start[0] === 0x1f && start[1] === 0x8b;
  } finally {
    closeSync(file);
  }
}
