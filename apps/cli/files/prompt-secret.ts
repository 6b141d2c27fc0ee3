import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from '../errors';
import type { Surroundings } from '../surroundings';

/**
 * Asks for a secret on the terminal, without showing what is typed.
 *
 * @param otherwise what to do without a terminal
 * @throws UsageError when there is no terminal, or nothing was typed
 */
export async function promptSecret(
  name: string,
  { stdin, stderr }: Pick<Surroundings, 'stdin' | 'stderr'>,
  otherwise = `give it with --secret-file ${name}=<path>`,
): Promise<string> {
  if (!stdin?.isTTY) throw new UsageError(`the secret ${name} is missing; ${otherwise}`);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin as NodeJS.ReadStream, output: silent, terminal: true });
  try {
    stderr.write(`${name}: `);
    const secret = (await reader.question('')).trim();
    if (secret === '') throw new UsageError(`the secret ${name} must not be empty`);
    return secret;
  } finally {
    reader.close();
    stderr.write('\n');
  }
}
