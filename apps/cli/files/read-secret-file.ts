import { readFile } from 'node:fs/promises';
import { InputError } from '../errors';
import { fileProblem } from './file-problem';

/**
 * Reads a file that contains one secret. A line break at its end is not part of the secret.
 *
 * @param name of the secret, for messages
 * @throws InputError `file` when the file cannot be read or is empty
 */
export async function readSecretFile(path: string, name: string): Promise<string> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new InputError('file', fileProblem(path, error));
  });
  const secret = content.replace(/\r?\n$/, '');
  if (secret === '') throw new InputError('file', `${path} is empty; it must contain the secret ${name}`);
  return secret;
}
