import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Api } from '../../testing/api';
import { expecting } from './expecting';

const WHY = { reason: 'agreed' };
const PASSWORD = 'correct horse battery staple';

/** Triggers every type of event of staff: accounts, roles, credentials, tokens and emergency access. */
export async function useStaff(backOffice: Api, slug: string): Promise<void> {
  const staff = `/tenants/${slug}/staff`;
  const service = { name: 'nightly export', roles: ['auditor'], ...WHY };
  const { id } = await expecting(201, backOffice.post(`${staff}/services`, service));
  const token = await expecting(201, backOffice.post(`${staff}/${id}/tokens`, { label: 'export server', ...WHY }));
  await expecting(204, backOffice.delete(`${staff}/${id}/tokens/${token.id}?reason=done`));
  await expecting(200, backOffice.post(`${staff}/${id}/disable`, WHY));
  await expecting(200, backOffice.post(`${staff}/${id}/enable`, WHY));

  const email = `${randomUUID()}@bank.example`;
  const person = { name: 'Jane Smith', email, roles: ['analyst'], ...WHY };
  const { invitation } = await expecting(201, backOffice.post(`${staff}/people`, person));
  const open = backOffice.withKey(undefined);
  const { code_secret } = await expecting(200, open.post('/invitations/open', { invitation }));
  const code = new TOTP({ secret: Secret.fromBase32(code_secret as string) }).generate();
  const accept = { invitation, password: PASSWORD, code };
  const { recovery_codes } = await expecting(200, open.post('/invitations/accept', accept));
  await expecting(201, open.post('/sign-in', { email, password: PASSWORD, code: recovery_codes[0] }));

  const emergency = { roles: ['auditor'], minutes: 1, ...WHY };
  await expecting(201, backOffice.post(`/tenants/${slug}/emergency-access`, emergency));
}
