import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Fixture } from '../fill-product';

const SQL = '.sql.gz';
const FIXTURE = '.json.gz';

/** A database of an earlier version, and the responses of that version. */
export interface Dump {
  sql: string;
  fixture: Fixture;
}

/** Returns the names of the dumps in a folder, sorted. */
export const dumpNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(SQL))
    .map((file) => file.slice(0, -SQL.length))
    .sort();

/**
 * Reads a dump.
 *
 * @param receiverOrigin the present address of the webhook receiver; it replaces the address in the dump
 */
export function readDump(folder: string, name: string, receiverOrigin: string): Dump {
  const read = (ending: string): string => gunzipSync(readFileSync(join(folder, name + ending))).toString();
  const { receiver_origin } = JSON.parse(read(FIXTURE)) as Fixture;
  const here = (text: string): string => text.replaceAll(receiver_origin, receiverOrigin);
  return { sql: here(read(SQL)), fixture: JSON.parse(here(read(FIXTURE))) as Fixture };
}

/** Writes a new dump and returns the sizes of its files in bytes. @throws Error if the name is taken */
export function writeDumpFiles(folder: string, name: string, { sql, fixture }: Dump): Record<string, number> {
  mkdirSync(folder, { recursive: true });
  const files = { [name + SQL]: sql, [name + FIXTURE]: JSON.stringify(fixture) };
  const taken = Object.keys(files).find((file) => existsSync(join(folder, file)));
  if (taken !== undefined) throw new Error(`${join(folder, taken)} exists; dumps never change, so choose another name`);
  return Object.fromEntries(
    Object.entries(files).map(([file, content]) => {
      const compressed = gzipSync(content, { level: 9 });
      writeFileSync(join(folder, file), compressed);
      return [file, compressed.length];
    }),
  );
}
