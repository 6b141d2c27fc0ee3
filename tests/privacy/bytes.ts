import { closeSync, lstatSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';

const CHUNK = 4 * 1024 * 1024;

/**
 * The files below a folder that contain one of the texts, as UTF-8 bytes without regard to ASCII case. A file that is
 * removed during the search has none.
 */
export function filesWith(folder: string, texts: string[]): string[] {
  const root = realpathSync(folder);
  return files(root)
    .flatMap((path) => {
      const found = textsIn(path, texts);
      return found.length > 0 ? [`${relative(root, path)}: ${found.join(', ')}`] : [];
    })
    .toSorted();
}

/** Without programs: the server of the embedded Postgres is a copy of a package. */
function files(folder: string): string[] {
  return (unlessRemoved(() => readdirSync(folder, { withFileTypes: true })) ?? []).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return files(realpathSync(path));
    if (entry.isDirectory()) return entry.name.startsWith('server-') ? [] : files(path);
    return unlessRemoved(() => lstatSync(path))?.isFile() ? [path] : [];
  });
}

function unlessRemoved<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function textsIn(path: string, texts: string[]): string[] {
  const wanted = new Map(texts.map((text) => [text, Buffer.from(text.toLowerCase())]));
  const overlap = Math.max(...[...wanted.values()].map(({ length }) => length));
  const found = new Set<string>();
  const chunk = Buffer.alloc(CHUNK + overlap);
  const file = unlessRemoved(() => openSync(path, 'r'));
  if (file === undefined) return [];
  try {
    for (let position = 0; ; position += CHUNK) {
      const read = readSync(file, chunk, 0, chunk.length, position);
      const bytes = lowerCase(chunk.subarray(0, read));
      for (const [text, lower] of wanted) if (bytes.includes(lower)) found.add(text);
      if (read < chunk.length) return [...found];
    }
  } finally {
    closeSync(file);
  }
}

/** Changes the buffer itself. */
function lowerCase(bytes: Buffer): Buffer {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! >= 0x41 && bytes[at]! <= 0x5a) bytes[at]! |= 0x20;
  return bytes;
}
