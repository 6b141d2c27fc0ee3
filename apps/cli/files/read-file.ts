import { readFile } from 'node:fs/promises';
import { CliError } from '../errors';

/** @throws CliError `file` when it cannot be read */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CliError('file', `${path} cannot be read: ${(error as Error).message}`);
  }
}

/** @throws CliError `file` when it cannot be read, or holds no JSON object */
export async function readJsonFile(path: string): Promise<Record<string, unknown>> {
  const text = await readTextFile(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CliError('file', `${path} is no JSON: ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new CliError('file', `${path} must hold a JSON object`);
}
