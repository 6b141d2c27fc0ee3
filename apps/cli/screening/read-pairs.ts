import { createReadStream } from 'node:fs';
import type { LabelledPair } from '@probity/screening/name-pairs';
import { InputError } from '../errors';
import { fileProblem } from '../files/file-problem';

/**
 * Reads labelled pairs of names from a CSV file with a header.
 *
 * @throws InputError `file` or `bad_pairs` for any invalid line: leaving lines out would change the measurement
 */
export async function readPairs(path: string): Promise<LabelledPair[]> {
  const { labelledPairs } = await import('@probity/screening/name-pairs');
  const { csvRecords } = await import('@probity/watchlists/csv-records');
  const { BrokenFile } = await import('@probity/watchlists/importer');
  const rows: string[][] = [];
  const bad = (problem: string): InputError => new InputError('bad_pairs', `${path}: ${problem}`);
  try {
    const refuse = (line: number, reason: string): never => {
      throw bad(`line ${line}: ${reason}`);
    };
    for await (const { fields, line } of csvRecords(createReadStream(path), path, refuse)) {
      if (rows[0] && fields.length !== rows[0].length) {
        refuse(line, `it has ${fields.length} fields and the header has ${rows[0].length}`);
      }
      rows.push(fields);
    }
    return labelledPairs(rows);
  } catch (error) {
    if (error instanceof RangeError || error instanceof BrokenFile) throw bad(error.message);
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new InputError('file', fileProblem(path, error));
  }
}
