import { randomUUID } from 'node:crypto';
import type { Api } from '../../testing/api';
import { Browser, ORIGIN } from '../../testing/openid/browser';
import { CLIENT_ID, CLIENT_SECRET } from '../../testing/openid/certified-provider';
import { HostileProvider } from '../../testing/openid/hostile-provider';
import { accepted } from '../../testing/staff-person';
import { Authenticator } from '../../testing/webauthn/authenticator';
import { expecting } from './expecting';

const WHY = { reason: 'agreed' };

/** Triggers every type of event of staff: accounts, roles, credentials, identities, tokens and emergency access. */
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
  const { password, recovery } = await accepted(backOffice, { email, invitation });
  const signIn = { email, password, code: recovery[0], as_token: true };
  const { token: session } = await expecting(201, backOffice.withKey(undefined).post('/sign-in', signIn));
  await useAPasskey(backOffice.withKey(session));
  await useAnIdentityProvider(backOffice, slug);

  const emergency = { roles: ['auditor'], minutes: 1, ...WHY };
  const access = `/tenants/${slug}/emergency-access`;
  const { id: accessId } = await expecting(201, backOffice.post(access, emergency));
  await expecting(200, backOffice.post(`${access}/${accessId}/end`, WHY));
}

async function useAPasskey(person: Api): Promise<void> {
  const { options } = await expecting(200, person.post('/me/passkeys/options'));
  const asked = { challenge: options.challenge, origin: ORIGIN, rpId: new URL(ORIGIN).hostname };
  const credential = new Authenticator().create(asked, options.user.id);
  const { id } = await expecting(201, person.post('/me/passkeys', { name: 'security key', credential }));
  await expecting(204, person.delete(`/me/passkeys/${id}`));
}

async function useAnIdentityProvider(backOffice: Api, slug: string): Promise<void> {
  const tenant = `/tenants/${slug}`;
  const provider = await HostileProvider.start(() => new Date());
  try {
    const set = { issuer: provider.issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET, display_name: 'Login' };
    const { id } = await expecting(200, backOffice.put(`${tenant}/identity-providers`, { ...set, ...WHY }));
    const person = { name: 'Kim Lee', email: `${randomUUID()}@bank.example`, roles: ['analyst'], ...WHY };
    const { invitation } = await expecting(201, backOffice.post(`${tenant}/staff/people`, person));
    const browser = new Browser({ url: backOffice.baseUrl });
    const start = { provider_id: id, invitation };
    const { address } = await expecting(200, browser.call('POST', '/sign-in/oidc/start', start));
    const { status } = await browser.open(await browser.toCallback(address));
    if (status !== 303) throw new Error(`the callback returned ${status}`);
    await expecting(204, backOffice.delete(`${tenant}/identity-providers/${id}?reason=done`));
  } finally {
    await provider.stop();
  }
}
