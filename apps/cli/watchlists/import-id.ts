import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { derivedId } from '@probity/platform/ids';

const NAMESPACE = '6f1d7a0e-6f0b-4a53-9d8b-0a8f7f2f6c11'; // arbitrary; must never change

/** What identifies an import. */
export interface ImportSubject {
  list: string;
  format: string;
  /** the version of the list before the import */
  version: number;
  /** version of the importers: `READER_VERSION` of libs/watchlists */
  reader: number;
  /** path by role */
  files: Record<string, string>;
}

/**
 * Derives the id of an import from the files, the current version of the list and the version of the importers. A
 * repeated import of the same files therefore continues an interrupted one, and sends nothing twice. After an upgrade
 * that reads the files in another way, it is another import.
 */
export async function importId({ list, format, version, reader, files }: ImportSubject): Promise<string> {
  const digests: [string, string][] = [];
  for (const [role, path] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    digests.push([role, hash.digest('hex')]);
  }
  return derivedId(NAMESPACE, JSON.stringify([list, format, version, reader, digests]));
}
