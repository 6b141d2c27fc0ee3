import { Secret, TOTP } from 'otpauth';
import { Api } from '../../../testing/api';
import { data, type TestOffice } from '../../../testing/test-office';

export const STRONG = 'correct horse battery staple';

/** The one-time code of an app with the secret, at the time. */
export const codeOf = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: at.getTime(),
  });

export interface Person {
  email: string;
  password: string;
  /** base32 */
  secret: string;
  recovery: string[];
}

/** Accepts an invitation. */
export async function accepted(
  test: TestOffice,
  { email, invitation, password }: { email: string; invitation: string; password: string },
): Promise<Person> {
  const open = new Api(test.url, undefined);
  const { code_secret } = data(await open.post('/invitations/open', { invitation }));
  const code = codeOf(code_secret, test.time.now());
  const { recovery_codes } = data(await open.post('/invitations/accept', { invitation, password, code }));
  return { email, password, secret: code_secret, recovery: recovery_codes };
}

/** Accepts an invitation and signs in. */
export async function signedIn(
  test: TestOffice,
  invited: { email: string; invitation: string; password: string },
): Promise<{ api: Api; person: Person }> {
  const person = await accepted(test, invited);
  return { api: await signInAs(test, person), person };
}

/** A new session, as a program has it. */
export async function signInAs(test: TestOffice, { email, password, secret }: Person): Promise<Api> {
  const code = codeOf(secret, test.time.now());
  const body = { email, password, code, as_token: true };
  const { token } = data(await new Api(test.url, undefined).post('/sign-in', body), 201);
  return new Api(test.url, token);
}
