import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Wrong } from './bundle-report';

/** An event has at most a few megabytes; a longer line is no bundle. */
const MAX_LINE = 16 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
/** With which a file in gzip begins. */
const MAGIC = [0x1f, 0x8b];

/**
 * The lines of a bundle file or a pipe, which may be compressed with gzip. Only for Node.js.
 *
 * @throws Error of the file system; Wrong, of which `verifyBundle` makes a report, when the content is damaged: it cannot be
 *   decompressed, is not UTF-8, or has a line that is too long
 */
export async function* readBundle(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  try {
    for await (const chunk of bytesOf(path)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
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

/** Opens the file once, because a pipe cannot be read twice. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const chunks: AsyncIterator<Uint8Array> = file[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (start.length < MAGIC.length) {
    const { value, done } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield start;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  if (MAGIC.every((byte, at) => start[at] === byte)) {
    // The pipeline hands an error of the file to the reader; the callback has nothing to add.
    yield* pipeline(Readable.from(all()), createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
  } else yield* all();
}
