import { derivedId } from '@probity/platform/ids';

const NAMESPACE = '6f1d7a0e-6f0b-4a53-9d8b-0a8f7f2f6c11'; // arbitrary; must never change

/** What identifies an import. */
export interface ImportSubject {
  list: string;
  format: string;
  /** the version of the list before the import */
  version: number;
  /** version of the importers: `READER_VERSION` */
  reader: number;
  /** the SHA-256 of each file in hex, by role */
  digests: Record<string, string>;
}

/**
 * Derives the id of an import from the files, the current version of the list and the version of the importers. A
 * repeated import of the same files therefore continues an interrupted one, and stores nothing twice. After an upgrade
 * that reads the files in another way, it is another import.
 */
export function importId({ list, format, version, reader, digests }: ImportSubject): string {
  const sorted = Object.entries(digests).sort(([a], [b]) => (a < b ? -1 : 1));
  return derivedId(NAMESPACE, JSON.stringify([list, format, version, reader, sorted]));
}
