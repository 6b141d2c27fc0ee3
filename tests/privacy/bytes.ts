import { closeSync, lstatSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';

const CHUNK = 4 * 1024 * 1024;

/** The files below a folder that contain one of the texts, as UTF-8 bytes without regard to ASCII case. */
export function filesWith(folder: string, texts: string[]): string[] {
  const root = realpathSync(folder);
  const wanted = texts.map((text) => Buffer.from(text.toLowerCase()));
  const overlap = Math.max(...wanted.map(({ length }) => length));
  return files(root)
    .flatMap((path) => {
      const found = texts.filter((_text, index) => contains(path, wanted[index]!, overlap));
      return found.length > 0 ? [`${relative(root, path)}: ${found.join(', ')}`] : [];
    })
    .toSorted();
}

/** Without programs: the server of the embedded Postgres is a copy of a package. */
function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return files(realpathSync(path));
    if (entry.isDirectory()) return entry.name.startsWith('server-') ? [] : files(path);
    return lstatSync(path).isFile() ? [path] : [];
  });
}

function contains(path: string, wanted: Buffer, overlap: number): boolean {
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK + overlap);
  try {
    for (let position = 0; ; position += CHUNK) {
      const read = readSync(file, chunk, 0, chunk.length, position);
      if (read === 0) return false;
      if (lowerCase(chunk.subarray(0, read)).includes(wanted)) return true;
      if (read < chunk.length) return false;
    }
  } finally {
    closeSync(file);
  }
}

function lowerCase(bytes: Buffer): Buffer {
  const lower = Buffer.from(bytes);
  for (let at = 0; at < lower.length; at++) if (lower[at]! >= 0x41 && lower[at]! <= 0x5a) lower[at]! |= 0x20;
  return lower;
}
