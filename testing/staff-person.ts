import { randomUUID } from 'node:crypto';
import type { TenantRole } from '@probity/contracts/staff/words';
import { oneTimeCode } from '@probity/platform/one-time-codes';
import type { Answer, Api } from './api';

export const STRONG = 'correct horse battery staple';

export interface Person {
  email: string;
  password: string;
  /** of the one-time codes; base32 */
  secret: string;
  recovery: string[];
}

/** An invitation that was not accepted yet. */
export interface Invited {
  email: string;
  invitation: string;
  password?: string;
}

/** Accepts an invitation. @param api of the back office; its key is not used */
export async function accepted(
  api: Api,
  { email, invitation, password = STRONG }: Invited,
  now = new Date(),
): Promise<Person> {
  const open = api.withKey(undefined);
  const { code_secret: secret } = expected(200, await open.post('/invitations/open', { invitation }));
  const accept = { invitation, password, code: oneTimeCode(secret, now) };
  const { recovery_codes: recovery } = expected(200, await open.post('/invitations/accept', accept));
  return { email, password, secret, recovery };
}

/** A new session, as a program has it. A code works once, so sign in once in 30 seconds. */
export async function signInAs(api: Api, { email, password, secret }: Person, now = new Date()): Promise<Api> {
  const body = { email, password, code: oneTimeCode(secret, now), as_token: true };
  const { token } = expected(201, await api.withKey(undefined).post('/sign-in', body));
  return api.withKey(token);
}

/** Adds a person to a tenant, who signs in. @param admin may add staff without a second person */
export async function newPerson(admin: Api, slug: string, roles: TenantRole[], name = 'Ada Byron'): Promise<Api> {
  const email = `${randomUUID()}@bank.example`;
  const person = { name, email, roles, reason: 'a test' };
  const { invitation } = expected(201, await admin.post(`/tenants/${slug}/staff/people`, person));
  return signInAs(admin, await accepted(admin, { email, invitation }));
}

function expected(status: number, answer: Answer): any {
  if (answer.status !== status) throw new Error(`status ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
