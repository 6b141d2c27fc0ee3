import { readFileSync, statSync } from 'node:fs';

/** A file cannot be opened or read. The message names it. */
export class UnreadableFile extends Error {}

/** @throws UnreadableFile when there is no such file, or it is a folder */
export function refuseFolder(path: string): void {
  if (orUnreadable(path, () => statSync(path)).isDirectory())
    throw new UnreadableFile(`${path} cannot be read: it is a folder; name a file`);
}

/** The text of a file. @throws UnreadableFile */
export function readText(path: string): string {
  refuseFolder(path);
  return orUnreadable(path, () => readFileSync(path, 'utf8'));
}

function orUnreadable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UnreadableFile(code === 'ENOENT' ? `${path} does not exist` : `${path} cannot be read: ${message}`);
  }
}
