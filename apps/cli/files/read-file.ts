import { readFile } from 'node:fs/promises';
import { isObject } from '@probity/platform/is-object';
import { CliError } from '../errors';

/** @throws CliError `file` when the file cannot be read or contains no JSON object */
export async function readJsonFile(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CliError('file', `${path} cannot be read: ${error.message}`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CliError('file', `${path} is not valid JSON: ${(error as Error).message}`);
  }
  if (!isObject(value)) throw new CliError('file', `${path} must contain a JSON object`);
  return value;
}
