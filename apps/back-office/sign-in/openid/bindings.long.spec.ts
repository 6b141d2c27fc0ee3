import { randomUUID } from 'node:crypto';
import { Api } from '../../../../testing/api';
import { Browser } from '../../../../testing/openid/browser';
import { CLIENT_SECRET } from '../../../../testing/openid/certified-provider';
import { data } from '../../../../testing/test-office';
import {
  accountId,
  csrfOf,
  expectNotAccepted,
  hostile,
  invite,
  newTenant,
  providerId,
  sensitiveChange,
  setProvider,
  signIn,
  slug,
  test,
  toCallback,
  WHY,
} from '../../testing/openid-scene';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const MINUTE_MS = 60_000;

describe('an identity provider', () => {
  describe('of another tenant', () => {
    let theirs: { slug: string; providerId: string };
    beforeEach(async () => {
      const slug = await newTenant();
      theirs = { slug, providerId: await setProvider(slug, hostile.issuer) };
    });

    it('cannot sign in as an account of this one, although issuer, client and subject are the same', async () => {
      expect(theirs.providerId).not.toBe(providerId);
      await expectNotAccepted((await signIn({ provider_id: theirs.providerId })).response);
    });

    it('cannot accept an invitation of this one, or of the installation', async () => {
      const { invitation } = await invite(slug);
      hostile.person = 'mallory';
      const operator = { name: 'Kim', email: `${randomUUID()}@bank.example`, ...WHY };
      const ofOperator = data(await test.api.post('/operators', operator), 201);
      for (const stolen of [invitation, ofOperator.invitation]) {
        const { response } = await signIn({ provider_id: theirs.providerId, invitation: stolen });
        expect([response.status, ((await response.json()) as any).code]).toEqual([400, 'invitation_invalid']);
      }
      const open = new Api(test.url, undefined);
      data(await open.post('/invitations/open', { invitation }));
    });

    it('gives its people no roles that they have in this one', async () => {
      hostile.person = 'guest';
      const guest = await invite(theirs.slug);
      await signIn({ provider_id: theirs.providerId, invitation: guest.invitation });
      const roles = { roles: ['auditor'], ...WHY };
      expect((await test.api.put(`/tenants/${slug}/staff/${guest.account_id}/roles`, roles)).status).toBe(204);
      const { browser } = await signIn({ provider_id: theirs.providerId });
      const held = data(await browser.call('GET', '/me')).roles;
      expect(held).toEqual([{ tenant: theirs.slug, role: 'tenant_admin', until: null }]);
      expect((await browser.call('GET', `/tenants/${slug}/staff`)).status).toBe(404);
    });

    it('cannot be changed or removed here', async () => {
      const path = `/tenants/${slug}/identity-providers/${theirs.providerId}?reason=r`;
      expect((await test.api.delete(path)).status).toBe(404);
      expect(data(await test.api.get(`/tenants/${slug}/identity-providers`))).toHaveLength(1);
    });
  });

  describe('with a binding that has ended', () => {
    it.each<[string, () => Promise<unknown>]>([
      ['the account is disabled', () => test.api.post(`/tenants/${slug}/staff/${accountId}/disable`, WHY)],
      ['the person is invited again', () => test.api.post(`/tenants/${slug}/staff/${accountId}/invite`, WHY)],
      ['the provider is removed', () => test.api.delete(`/tenants/${slug}/identity-providers/${providerId}?reason=r`)],
    ])('signs no person in, and its sessions end, when %s', async (_, happens) => {
      const before = (await signIn()).browser;
      const browser = new Browser(test);
      const callback = await toCallback(browser);
      await happens();
      expect((await before.call('GET', '/me')).status).toBe(401);
      await expectNotAccepted(await browser.open(callback));
    });

    it('gives no session back when the provider is set again, and the same people can sign in', async () => {
      const before = (await signIn()).browser;
      await test.api.delete(`/tenants/${slug}/identity-providers/${providerId}?reason=r`);
      test.time.pass(1_000);
      expect(await setProvider(slug, hostile.issuer)).toBe(providerId);
      expect((await before.call('GET', '/me')).status).toBe(401);
      expect((await signIn()).response.status).toBe(303);
    });

    it('keeps no person under another issuer or another client', async () => {
      const set = { issuer: hostile.issuer, client_secret: CLIENT_SECRET, display_name: 'Login', ...WHY };
      const put = (more: object) => test.api.put(`/tenants/${slug}/identity-providers`, { ...set, ...more });
      const other = data(await put({ client_id: 'another client' })).id;
      expect(other).not.toBe(providerId);
      hostile.claims = (claims) => ({ ...claims, aud: 'another client' });
      await expectNotAccepted((await signIn({ provider_id: other })).response);
    });

    it('accepts an invitation for one identity, also when two people use it at the same time', async () => {
      const { invitation, account_id } = await invite(slug);
      const callbacks = [];
      for (const person of ['kim', 'mallory']) {
        hostile.person = person;
        const browser = new Browser(test);
        callbacks.push({ browser, callback: await toCallback(browser, { invitation }) });
      }
      // The provider says who it is when it gets the code, so both are the same person unless the claims differ.
      let who = 0;
      hostile.claims = (claims) => ({ ...claims, sub: ['kim', 'mallory'][who++ % 2] });
      const answers = await Promise.all(callbacks.map(({ browser, callback }) => browser.open(callback)));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
      const { rows } = await test.owner.query(
        "SELECT data FROM event_store.events WHERE stream = $1 AND type = 'StaffIdentityBound'",
        [`staff-${account_id}`],
      );
      expect(rows).toHaveLength(1);
    });

    it('lets another account have the identity after the first was invited again', async () => {
      const { invitation } = await invite(slug);
      const taken = (await signIn({ invitation })).response;
      expect([taken.status, ((await taken.json()) as any).code]).toEqual([400, 'identity_taken']);
      await test.api.post(`/tenants/${slug}/staff/${accountId}/invite`, WHY);
      expect((await signIn({ invitation })).response.status).toBe(303);
    });
  });

  describe('as events', () => {
    const rebuild = async () => {
      await test.rebuild();
    };

    it('are all that is needed to restore what the tables hold', async () => {
      const { browser } = await signIn();
      await test.owner.query('DELETE FROM back_office.identity_providers');
      await test.owner.query('DELETE FROM back_office.staff_identities');
      expect((await browser.call('GET', '/me')).status).toBe(401);
      await rebuild();
      expect((await browser.call('GET', '/me')).status).toBe(200);
      expect((await signIn()).response.status).toBe(303);
      const actions = "SELECT action FROM back_office.audit_events WHERE action ~ 'identity' ORDER BY at";
      const { rows } = await test.owner.query<{ action: string }>(actions);
      expect(rows.map(({ action }) => action)).toEqual(['identity_provider.set', 'staff_account.identity_bound']);
    });

    it('restore who has an identity now, not who had it first', async () => {
      const { invitation } = await invite(slug);
      await test.api.post(`/tenants/${slug}/staff/${accountId}/invite`, WHY);
      const { browser } = await signIn({ invitation });
      const { id } = data(await browser.call('GET', '/me'));
      await test.owner.query('DELETE FROM back_office.staff_identities');
      await rebuild();
      expect(data(await (await signIn()).browser.call('GET', '/me'))).toMatchObject({ id });
    });

    it('hold no secret of a client in clear, and no subject is published', async () => {
      const { rows } = await test.owner.query<{ all: string }>(
        'SELECT string_agg(data::text, \' \') AS "all" FROM event_store.events',
      );
      expect(rows[0]!.all).not.toContain(CLIENT_SECRET);
      const stored = `SELECT encode(sealed_client_secret, 'escape') AS "all" FROM back_office.identity_providers`;
      expect((await test.owner.query<{ all: string }>(stored)).rows[0]!.all).not.toContain(CLIENT_SECRET);
      expect(data(await test.api.get(`/tenants/${slug}/identity-providers`))[0]).not.toHaveProperty('client_secret');
    });
  });

  describe('and a recent sign-in', () => {
    const confirm = async (browser: Browser) => {
      const { address } = data(await browser.call('POST', '/me/confirm/oidc', undefined, csrfOf(browser)));
      expect(new URL(address).searchParams.get('prompt')).toBe('login');
      return browser.open(await browser.toCallback(address));
    };

    it('counts from when the person proved who they are, not from when the session began', async () => {
      hostile.claims = (claims) => ({ ...claims, auth_time: hostile.seconds() - 3_600 });
      const { browser } = await signIn();
      expect(await sensitiveChange(browser)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
      hostile.claims = ({ auth_time: _, ...claims }) => claims;
      expect(await sensitiveChange((await signIn()).browser)).toMatchObject({
        status: 403,
        body: { code: 'sign_in_again' },
      });
    });

    it('is confirmed only with a later proof of the same person', async () => {
      const { browser } = await signIn();
      data(await sensitiveChange(browser), 201);
      test.time.pass(16 * MINUTE_MS);
      expect(await sensitiveChange(browser)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
      hostile.claims = (claims) => ({ ...claims, auth_time: hostile.seconds() - 60 });
      await expectNotAccepted(await confirm(browser));
      hostile.claims = ({ auth_time: _, ...claims }) => claims;
      await expectNotAccepted(await confirm(browser));
      hostile.claims = (claims) => ({ ...claims, sub: 'mallory' });
      await expectNotAccepted(await confirm(browser));
      expect(await sensitiveChange(browser)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
      hostile.claims = (claims) => claims;
      expect((await confirm(browser)).status).toBe(303);
      data(await sensitiveChange(browser), 201);
    });
  });
});
