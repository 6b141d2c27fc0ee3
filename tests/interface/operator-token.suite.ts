import { randomUUID } from 'node:crypto';
import { type Answer, Api } from '../../testing/api';
import { envelope, expectRefusal } from './answers';
import type { Product } from './product';
import { CURRENCIES, freshSlug, newTenant, type Tenant } from './tenants';

/** The back office rejects every request without the operator token. */
export function operatorToken(product: () => Product): void {
  let tenant: Tenant;
  let office: Api;
  beforeAll(async () => {
    tenant = await newTenant(product());
    office = product().backOffice;
  });

  describe('without the operator token', () => {
    const OPERATIONS: [method: string, path: string, body: object | undefined][] = [
      ['GET', '/tenants', undefined],
      ['POST', '/tenants', { slug: 'intruder', name: 'Intruder' }],
      ['GET', '/tenants/:slug', undefined],
      ['GET', '/tenants/:slug/currencies', undefined],
      ['POST', '/tenants/:slug/currencies', CURRENCIES[0]],
      ['GET', '/tenants/:slug/api-keys', undefined],
      ['POST', '/tenants/:slug/api-keys', { scopes: ['read'], reason: 'a test' }],
      ['DELETE', '/tenants/:slug/api-keys/0123456789abcdef', undefined],
      ['GET', '/tenants/:slug/ledgers', undefined],
      ['PUT', '/tenants/:slug/ledgers/:id/accounts/:id/activity', { is_active: false }],
      ['POST', '/tenants/:slug/ledgers/:id/verification', {}],
      ['POST', '/projections/rebuild', {}],
    ];
    const TOKENS: [what: string, token: () => string | undefined][] = [
      ['nothing', () => undefined],
      ['an API key', () => tenant.key],
      ['a token cut short', () => product().operatorToken.slice(0, -1)],
      ['a token and more', () => `${product().operatorToken}a`],
      ['another token', () => `operator_${'A'.repeat(43)}`],
    ];

    describe.each(TOKENS)('but with %s', (_what, token) => {
      it.each(OPERATIONS)('%s %s returns 401, whatever the body', async (method, path, body) => {
        const address = path.replace(':slug', tenant.slug).replaceAll(':id', randomUUID());
        const send = (raw?: string): Promise<Answer> => office.withKey(token()).send(method, address, raw);
        expectRefusal(await send(body && JSON.stringify(body)), 401, /token/);
        if (body) expectRefusal(await send('{'), 401, /token/);
      });
    });

    it('all errors have the same message, whether or not the object exists', async () => {
      const { body } = await office.withKey(undefined).get(`/tenants/${tenant.slug}`);
      expect(body).toEqual(envelope());
      expect((await office.withKey(undefined).get(`/tenants/${freshSlug()}`)).body).toEqual(body);
    });
  });
}
