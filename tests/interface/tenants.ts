import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TENANT_ROLES } from '@probity/contracts/staff/words';
import { Api } from '../../testing/api';
import { dataOf } from './answers';
import type { Product } from './product';

/** A tenant for a test, with USD, EUR, JPY (0 decimals) and BHD (3 decimals). */
export interface Tenant {
  id: string;
  slug: string;
  /** a key with both scopes */
  key: string;
  /** the public API with that key */
  api: Api;
  /** returns a path of this tenant, such as `path('/ledgers')` */
  path(below: string): string;
}

export interface Key {
  id: string;
  api_key: string;
}

export const CURRENCIES = [
  { code: 'USD', name: 'US Dollar', minor_unit_decimals: 2 },
  { code: 'EUR', name: 'Euro', minor_unit_decimals: 2 },
  { code: 'JPY', name: 'Yen', minor_unit_decimals: 0 },
  { code: 'BHD', name: 'Bahraini Dinar', minor_unit_decimals: 3 },
];

/** Returns an unused slug. */
export const freshSlug = (): string => `t-${randomBytes(8).toString('hex')}`;

export async function newTenant(product: Product, currencies = CURRENCIES): Promise<Tenant> {
  const slug = freshSlug();
  // One person alone: the tests of four eyes have tenants of their own.
  const asked = { slug, name: `Tenant ${slug}`, four_eyes: false, reason: 'a test' };
  const { id } = await done<{ id: string }>(product.backOffice, '/tenants', asked);
  for (const currency of currencies) {
    await done(product.backOffice, `/tenants/${slug}/currencies`, { ...currency, reason: 'a test' });
  }
  const { api_key: key } = await newKey(product, slug, ['read', 'write']);
  return { id, slug, key, api: new Api(product.baseUrl, key), path: (below) => `/tenants/${slug}${below}` };
}

/** Sets limits as an operator does. One request later, the gateway that gets it knows them. */
export async function setLimits(
  product: Product,
  tenant: Tenant,
  values: Record<string, number | null>,
): Promise<unknown> {
  const body = JSON.stringify({ limits: values, reason: 'because' });
  const changed = dataOf<unknown>(await product.backOffice.send('PATCH', tenant.path('/limits'), body));
  await tenant.api.get(tenant.path('/currencies'));
  return changed;
}

export function newKey(product: Product, slug: string, scopes: string[]): Promise<Key> {
  return done<Key>(product.backOffice, `/tenants/${slug}/api-keys`, { scopes, reason: 'a test' });
}

/** The token of a service account that has every role in a tenant. Its uses are no events, unlike the operator's. */
export async function newStaffToken(product: Product, slug: string): Promise<string> {
  const staff = `/tenants/${slug}/staff`;
  const account = { name: 'Every role', roles: TENANT_ROLES, reason: 'a test' };
  const { id } = await done<{ id: string }>(product.backOffice, `${staff}/services`, account);
  const { token } = await done<{ token: string }>(product.backOffice, `${staff}/${id}/tokens`, {
    label: 'test',
    reason: 'a test',
  });
  return token;
}

export async function revokeKey(product: Product, slug: string, keyId: string): Promise<void> {
  const answer = await product.backOffice.delete(`/tenants/${slug}/api-keys/${keyId}?reason=a+test`);
  if (answer.status !== 204) throw new Error(`revoking a key returned ${answer.status}`);
}

const MAX_TRIES = 5;
const RETRY_MS = 500;

/**
 * Posts a request that must succeed. Returns `data`, or the body if it has no envelope. Repeats it when screening
 * was not in time, as on a busy machine: then nothing was done.
 */
export async function done<Data>(api: Api, path: string, body: unknown): Promise<Data> {
  let answer = await api.post(path, body);
  for (let tries = 1; answer.body?.code === 'screening_unavailable' && tries < MAX_TRIES; tries++) {
    await delay(RETRY_MS);
    answer = await api.post(path, body);
  }
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return (answer.body.data ?? answer.body) as Data;
}
