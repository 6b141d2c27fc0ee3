import { readFileSync } from 'node:fs';
import { InputError } from '../errors';
import { fileProblem } from '../files/file-problem';

/** The connection in `demo.json`, which a local instance writes. */
export interface DemoConnection {
  back_office_url: string;
  operator_token: string;
}

/**
 * Returns undefined when the file does not exist.
 *
 * @throws InputError when it cannot be read or is malformed; the message does not repeat its content
 */
export function readDemo(path: string): DemoConnection | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const hint = code === 'EACCES' ? '; only the user who started Probity can read it' : '';
    throw new InputError('bad_configuration', fileProblem(path, error) + hint);
  }
  const demo = parsed(text);
  if (typeof demo?.back_office_url !== 'string' || typeof demo.operator_token !== 'string') {
    throw new InputError(
      'bad_configuration',
      `${path} has no back_office_url and operator_token; run \`npm start\` to write it again`,
    );
  }
  return { back_office_url: demo.back_office_url, operator_token: demo.operator_token };
}

function parsed(text: string): Partial<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
