import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Api } from '../../testing/api';
import { expecting } from './expecting';

const WHY = { reason: 'agreed' };
const PASSWORD = 'correct horse battery staple';

/**
 * Triggers every type of event of proposals. Afterwards the tenant needs two people for its settings.
 *
 * @param endTime makes the time of a proposal end
 */
export async function useProposals(
  backOffice: Api,
  slug: string,
  endTime: (proposalId: string) => Promise<void>,
): Promise<void> {
  const tenant = `/tenants/${slug}`;
  const head = await signedIn(backOffice, slug);
  const patch = (path: string, body: object) =>
    backOffice.send('PATCH', `${tenant}${path}`, JSON.stringify({ ...body, ...WHY }));
  await expecting(200, patch('/four-eyes', { policy: { settings: true } }));

  const propose = async (threshold: number): Promise<string> => {
    const { id } = await expecting(202, patch('/settings', { settings: { screening: { threshold } } }));
    return id;
  };
  const decide = (by: Api, id: string, how: string) => expecting(200, by.post(`${tenant}/proposals/${id}/${how}`, WHY));
  const [applied, failed] = [await propose(0.71), await propose(0.72)];
  await decide(head, applied, 'approve');
  await decide(head, failed, 'approve');
  await decide(head, await propose(0.73), 'decline');
  await decide(backOffice, await propose(0.74), 'withdraw');
  await endTime(await propose(0.75));
}

/** A person who may approve changes of settings. */
async function signedIn(backOffice: Api, slug: string): Promise<Api> {
  const email = `${randomUUID()}@bank.example`;
  const person = { name: 'Ada Byron', email, roles: ['compliance_admin'], ...WHY };
  const { invitation } = await expecting(201, backOffice.post(`/tenants/${slug}/staff/people`, person));
  const open = backOffice.withKey(undefined);
  const { code_secret } = await expecting(200, open.post('/invitations/open', { invitation }));
  const code = new TOTP({ secret: Secret.fromBase32(code_secret as string) }).generate();
  await expecting(200, open.post('/invitations/accept', { invitation, password: PASSWORD, code }));
  const credentials = { email, password: PASSWORD, code, as_token: true };
  const { token } = await expecting(201, open.post('/sign-in', credentials));
  return backOffice.withKey(token as string);
}
