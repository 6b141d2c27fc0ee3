import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartedSession } from '@probity/contracts/staff/views';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { signInWithCode } from '@probity/platform/http/sign-in-with-code';
import { InputError } from '../errors';
import { fileProblem } from '../files/file-problem';
import type { ProgressLine } from '../output/progress-line';

export interface DemoPerson {
  name: string;
  email: string;
  password: string;
  code_secret: string;
}

/**
 * Signs in as a person of the demo, with the password and the secret in `demo-staff.json`; see `signInWithCode`.
 *
 * @throws InputError when the file cannot be read, or has no such person
 */
export async function signInToDemo(
  name: string,
  url: string,
  env: NodeJS.ProcessEnv,
  progress: ProgressLine,
): Promise<StartedSession> {
  const demo = demoPerson(name, env);
  const waits = (ms: number) => progress.show(`waiting ${Math.ceil(ms / 1_000)} s for the next one-time code`);
  return signInWithCode(new BackOfficeClient(url, undefined), demo, waits).finally(progress.clear);
}

/** @throws InputError when the file cannot be read, or has no such person */
export function demoPerson(name: string, env: NodeJS.ProcessEnv): DemoPerson {
  const staff = peopleIn(join(env.PROBITY_DATA_DIR || '.probity', 'demo-staff.json'));
  const found = staff.find((one) => one.name === name);
  if (found) return found;
  const names = staff.map((one) => one.name).join(', ');
  throw new InputError('bad_configuration', `the demo has no person ${name}; it has: ${names}`);
}

function peopleIn(path: string): DemoPerson[] {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { staff: DemoPerson[] }).staff;
  } catch (error) {
    if (error instanceof SyntaxError) throw new InputError('bad_configuration', `${path} is damaged`);
    throw new InputError('bad_configuration', `${fileProblem(path, error)}; \`npm start\` writes it`);
  }
}
