import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { StartedSession } from '@probity/contracts/staff/views';
import { BackOfficeClient, BackOfficeError } from '@probity/platform/http/back-office-client';
import { CODE_STEP_S, oneTimeCode } from '@probity/platform/one-time-codes';
import { InputError } from '../errors';
import { fileProblem } from '../files/file-problem';
import type { ProgressLine } from '../output/progress-line';

interface DemoPerson {
  name: string;
  email: string;
  password: string;
  code_secret: string;
}

/**
 * Signs in as a person of the demo, with the password and the secret in `demo-staff.json`. A one-time code works once,
 * so a second sign-in within 30 seconds waits for the next code.
 *
 * @throws InputError when the file cannot be read, or has no such person
 */
export async function signInToDemo(
  name: string,
  url: string,
  env: NodeJS.ProcessEnv,
  progress: ProgressLine,
): Promise<StartedSession> {
  const { email, password, code_secret } = person(name, join(env.PROBITY_DATA_DIR || '.probity', 'demo-staff.json'));
  const open = new BackOfficeClient(url, undefined);
  const attempt = () =>
    open.post<StartedSession>('sign-in', { email, password, code: oneTimeCode(code_secret), as_token: true });
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof BackOfficeError && error.code === 'sign_in_failed')) throw error;
    const wait = CODE_STEP_S * 1_000 - (Date.now() % (CODE_STEP_S * 1_000));
    progress.show(`waiting ${Math.ceil(wait / 1_000)} s for the next one-time code`);
    await delay(wait + 100);
    return await attempt().finally(progress.clear);
  }
}

function person(name: string, path: string): DemoPerson {
  const staff = peopleIn(path);
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
