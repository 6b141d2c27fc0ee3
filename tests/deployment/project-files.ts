import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECT = join(__dirname, '..', '..');

/** Returns the text of a file; the path is relative to the project. */
export const readProjectFile = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

/** Returns the paths, relative to the project, of all files in a folder and its subfolders. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT.length + 1))
    .sort();
