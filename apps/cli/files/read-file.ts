import { readFile } from 'node:fs/promises';
import { isObject } from '@probity/platform/is-object';
import { InputError } from '../errors';
import { fileProblem } from './file-problem';

/** @throws InputError `file` when the file cannot be read */
export const readTextFile = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw new InputError('file', fileProblem(path, error));
  });

/** @throws InputError `file` when the file cannot be read or contains no JSON object */
export async function readJsonFile(path: string): Promise<Record<string, unknown>> {
  const text = await readTextFile(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError('file', `${path} is not valid JSON: ${(error as Error).message}`);
  }
  if (!isObject(value)) throw new InputError('file', `${path} must contain a JSON object`);
  return value;
}
