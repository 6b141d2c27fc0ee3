import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version in Probity's package.json, which is above this file both in the sources and in dist/. */
export function version(folder = __dirname): string {
  const found = read(join(folder, 'package.json'));
  if (found?.name === 'probity') return found.version;
  const above = dirname(folder);
  if (above === folder) throw new Error("Probity's package.json is missing");
  return version(above);
}

function read(path: string): { name: string; version: string } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { name: string; version: string };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
