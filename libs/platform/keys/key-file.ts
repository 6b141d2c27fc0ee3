import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const MAX_BYTES = 16_384;
const READ_BY_OTHERS = 0o007;
const WRITTEN_BY_GROUP = 0o020;

/**
 * Reads the text of a file with a key. A file whose text needs no secrecy, because a key service wrapped it, may be
 * readable for everyone.
 *
 * @throws Error that says what is wrong with the file; it does not repeat the text
 */
export function readKeyFile(path: string, isSecret: (text: string) => boolean): string {
  const file = openSync(path, 'r');
  try {
    const { mode, size } = fstatSync(file);
    const isRegular = (mode & 0o170000) === 0o100000;
    if (!isRegular) throw new Error(`${path} is not a file`);
    if (size > MAX_BYTES) throw new Error(`${path} has more than ${MAX_BYTES} bytes, so it is not a key`);
    const content = Buffer.alloc(MAX_BYTES);
    const text = content.toString('utf8', 0, readSync(file, content)).trim();
    if (text === '') throw new Error(`${path} is empty`);
    if ((mode & (READ_BY_OTHERS | WRITTEN_BY_GROUP)) !== 0 && isSecret(text)) {
      const shown = (mode & 0o777).toString(8).padStart(4, '0');
      throw new Error(`${path} has mode ${shown}, so others have access to the key; run chmod 0400 ${path}`);
    }
    return text;
  } finally {
    closeSync(file);
  }
}
