import { join } from 'node:path';
import { readLines } from '@probity/platform/data-file';
import type { Objects } from './read-objects';

/** What the migrations of this version make. */
export const EXPECTED: Objects = new Map(
  readLines(join(__dirname, 'data', 'objects.txt'), (line): [string, string] => {
    const [, object, digest] = /^(.+) ([0-9a-f]{64})$/.exec(line) ?? [];
    if (object === undefined || digest === undefined) throw new Error('it must be an object and its SHA-256');
    return [object, digest];
  }),
);
