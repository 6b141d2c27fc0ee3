import { randomUUID } from 'node:crypto';
import { Api } from '../../testing/api';
import { dataOf, expectRefusal } from './answers';
import { deposit } from './books';
import { type Endpoint, ENDPOINTS, type Estate, INGESTION, newEstate, nobodys, pathTo } from './endpoints';
import type { Product } from './product';
import { freshSlug, type Key, newKey, newTenant, revokeKey, type Tenant } from './tenants';

/** Authentication, scopes and tenant isolation, as a matrix over every endpoint. */
export function access(product: () => Product): void {
  let tenant: Tenant;
  let estate: Estate;
  let other: Tenant;
  let otherEstate: Estate;
  let readOnly: Api;
  let writeOnly: Api;
  beforeAll(async () => {
    [tenant, other] = [await newTenant(product()), await newTenant(product())];
    [estate, otherEstate] = [await newEstate(tenant), await newEstate(other)];
    readOnly = tenant.api.withKey((await newKey(product(), tenant.slug, ['read'])).api_key);
    writeOnly = tenant.api.withKey((await newKey(product(), tenant.slug, ['write'])).api_key);
  });

  const missing = (): Estate => nobodys(estate);

  interface Variation {
    slug?: string;
    /** the estate whose ids the request contains */
    target?: Estate;
    /** replaces the body, if the endpoint takes one */
    raw?: string;
    headers?: Record<string, string>;
  }

  /** Sends a request that would succeed with the tenant's key and without a variation. */
  function call(endpoint: Endpoint, api: Api, { slug, target = estate, raw, headers }: Variation = {}) {
    const path = pathTo(endpoint, slug ?? tenant.slug, target);
    const body = endpoint.body && (raw ?? JSON.stringify(endpoint.body(target)));
    return api.send(endpoint.method, path, body, headers);
  }

  /** Creates again what a successful request used up, such as a deleted object. */
  async function again(endpoint: Endpoint): Promise<void> {
    estate = { ...estate, ...(await endpoint.again?.(tenant)) };
  }

  const named = (endpoints: Endpoint[]) => endpoints.map((endpoint) => [endpoint.name, endpoint] as const);
  const ALL = [...ENDPOINTS, INGESTION];
  const WITH_BODY = ENDPOINTS.filter((endpoint) => endpoint.body);
  const WITH_IDS = ENDPOINTS.filter((endpoint) => endpoint.names);

  describe.each(named(ALL))('%s', (_name, endpoint) => {
    it('accepts a key with both scopes', async () => {
      expect((await call(endpoint, tenant.api)).status).toBe(endpoint.success);
      await again(endpoint);
    });

    it('returns 401 without a key', async () => {
      expectRefusal(await call(endpoint, tenant.api.withKey(undefined)), 401, /API key/);
    });

    it.each([
      ['no scheme', (key: string) => key],
      ['another scheme', (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
      ['another scheme and the key', (key: string) => `Token ${key}`],
      ['the scheme alone', () => 'Bearer'],
      ['the scheme and a space', () => 'Bearer '],
      ['no space', (key: string) => `Bearer${key}`],
      ['a colon', (key: string) => `Bearer: ${key}`],
      ['two keys', (key: string) => `Bearer ${key} ${key}`],
      ['two keys with a comma', (key: string) => `Bearer ${key}, Bearer ${key}`],
      ['quotes', (key: string) => `Bearer "${key}"`],
      ['nothing', () => ''],
    ])('returns 401 to a header with %s', async (_what, header) => {
      const headers = { authorization: header(tenant.key) };
      expectRefusal(await call(endpoint, tenant.api.withKey(undefined), { headers }), 401, /API key/);
    });

    it.each([
      ['a key that was never made', () => `probity_${'0'.repeat(16)}_${'A'.repeat(43)}`],
      ['the id of a key with the secret of another', () => `${tenant.key.slice(0, -43)}${other.key.slice(-43)}`],
      ['a key whose last letter differs', () => tenant.key.slice(0, -1) + (tenant.key.endsWith('A') ? 'B' : 'A')],
      ['a key in other letters', () => tenant.key.toUpperCase()],
      ['a key cut short', () => tenant.key.slice(0, -1)],
      ['a key and more', () => `${tenant.key}A`],
      ['the id of a key', () => tenant.key.slice(0, -44)],
      ['the operator token', () => product().operatorToken],
      ['the tenant id', () => tenant.id],
      ['a very long text', () => 'k'.repeat(8_000)],
      ['a word of SQL', () => "'OR/**/1=1--"],
    ])('returns 401 to %s', async (_what, key) => {
      expectRefusal(await call(endpoint, tenant.api.withKey(key())), 401, /API key/);
    });

    it('rejects a key as soon as it is revoked', async () => {
      const key = await newKey(product(), tenant.slug, ['read', 'write']);
      const api = tenant.api.withKey(key.api_key);
      expect((await call(endpoint, api)).status).toBe(endpoint.success);
      await again(endpoint);
      await revokeKey(product(), tenant.slug, key.id);
      expectRefusal(await call(endpoint, api), 401, /API key/);
    });

    it(`needs the ${endpoint.scope} scope and no other`, async () => {
      const [enough, tooLittle] = endpoint.scope === 'read' ? [readOnly, writeOnly] : [writeOnly, readOnly];
      expect((await call(endpoint, enough)).status).toBe(endpoint.success);
      await again(endpoint);
      expectRefusal(await call(endpoint, tooLittle), 403, new RegExp(`needs the scope ${endpoint.scope} for `));
    });

    it("returns 403 to another tenant's key", async () => {
      expectRefusal(await call(endpoint, other.api), 403, /tenant/);
    });
  });

  describe.each(named(ENDPOINTS))('%s', (_name, endpoint) => {
    it('returns 403 for a path of another tenant, whether or not that tenant exists', async () => {
      const real = await call(endpoint, tenant.api, { slug: other.slug, target: otherEstate });
      expectRefusal(real, 403, /tenant/);
      for (const slug of [freshSlug(), tenant.slug.toUpperCase(), tenant.id, `${tenant.slug}%00`, "'%20OR%20''='"]) {
        const answer = await call(endpoint, tenant.api, { slug });
        expectRefusal(answer, 403, /tenant/);
        expect(answer.body).toEqual(real.body);
      }
    });
  });

  describe.each(named(WITH_IDS))('%s', (_name, endpoint) => {
    it("returns 404 for another tenant's ids, with the same message as for ids that do not exist", async () => {
      const unknown = missing();
      const nobodys = await call(endpoint, tenant.api, { target: unknown });
      const theirs = await call(endpoint, tenant.api, { target: otherEstate });
      expectRefusal(nobodys, 404, /not found/);
      expectRefusal(theirs, 404, /not found/);
      const id = endpoint.names!;
      expect(theirs.body.message.replaceAll(otherEstate[id], '')).toBe(
        nobodys.body.message.replaceAll(unknown[id], ''),
      );
      expect(theirs.body.code).toBe(nobodys.body.code);
    });

    it('checks the key, then the tenant and the scope, then what exists', async () => {
      expectRefusal(await call(endpoint, tenant.api.withKey(undefined), { target: missing() }), 401);
      expectRefusal(await call(endpoint, other.api, { target: missing() }), 403);
      const tooLittle = endpoint.scope === 'read' ? writeOnly : readOnly;
      expectRefusal(await call(endpoint, tooLittle, { target: missing() }), 403);
    });
  });

  describe.each(named(WITH_BODY))('%s, before it reads the body,', (_name, endpoint) => {
    it.each(['{', 'null', '{}', `"${'x'.repeat(2 * 1024 * 1024)}"`])(
      'looks at the key and the tenant (body %.5s)',
      async (raw) => {
        expectRefusal(await call(endpoint, tenant.api.withKey(undefined), { raw }), 401);
        expectRefusal(await call(endpoint, tenant.api.withKey('wrong'), { raw }), 401);
        expectRefusal(await call(endpoint, readOnly, { raw }), 403);
        expectRefusal(await call(endpoint, tenant.api, { slug: other.slug, target: otherEstate, raw }), 403);
        expectRefusal(await call(endpoint, tenant.api, { slug: freshSlug(), raw }), 403);
      },
    );

    it('returns 400 for an invalid body even if the id in the path does not exist', async () => {
      for (const target of [missing(), otherEstate]) {
        expectRefusal(await call(endpoint, tenant.api, { target, raw: '{' }), 400);
        expectRefusal(await call(endpoint, tenant.api, { target, raw: '{}' }), 400);
        const unknownField = JSON.stringify({ ...endpoint.body!(target), surprise: 1 });
        expectRefusal(await call(endpoint, tenant.api, { target, raw: unknownField }), 400, /surprise/);
      }
    });
  });

  describe('a posting to a ledger that does not exist', () => {
    it('returns 400 if the posting itself is invalid', async () => {
      for (const target of [missing(), otherEstate]) {
        const unbalanced = deposit(target, '100', {
          entries: [
            { account_id: estate.cash, debit: '100' },
            { account_id: estate.funds, credit: '99' },
          ],
        });
        expectRefusal(await tenant.api.post(tenant.path('/postings'), unbalanced), 400, /balance/);
        expectRefusal(await tenant.api.post(tenant.path('/postings'), deposit(target, '0')), 400, /debit/);
      }
    });
  });

  describe('a tenant', () => {
    it.each([
      ['ledgers', 'ledgerId'],
      ['customers', 'customerId'],
      ['events', 'eventId'],
      ['alerts', 'alertId'],
      ['monitoring-rules', 'ruleId'],
      ['monitoring-rules/backtests', 'backtestId'],
      ['watchlist-entries', 'entryId'],
      ['webhooks', 'endpointId'],
    ] as const)("sees nothing of another tenant's in its %s", async (list, id) => {
      for (const [one, own, foreign] of [
        [tenant, estate, otherEstate],
        [other, otherEstate, estate],
      ] as const) {
        const listed = dataOf<{ id?: string; event_id?: string }[]>(await one.api.get(one.path(`/${list}?limit=100`)));
        const ids = listed.map((item) => item.id ?? item.event_id);
        expect(ids).toContain(own[id]);
        expect(ids).not.toContain(foreign[id]);
      }
    });

    it("cannot use another tenant's currency", async () => {
      const poor = await newTenant(product(), []);
      expectRefusal(await poor.api.post(poor.path('/ledgers'), { name: 'Book', currency: 'USD' }), 400, /currency/);
    });

    it("cannot find another tenant's transaction by its idempotency key", async () => {
      const idempotency_key = randomUUID();
      const theirs = await other.api.post(other.path('/postings'), deposit(otherEstate, '100', { idempotency_key }));
      const mine = await tenant.api.post(tenant.path('/postings'), deposit(estate, '100', { idempotency_key }));
      expect(mine.headers.get('idempotent-replayed')).toBeNull();
      expect(dataOf(mine, 201).transaction.id).not.toBe(dataOf(theirs, 201).transaction.id);
      const borrowed = deposit(otherEstate, '100', { idempotency_key });
      expectRefusal(await tenant.api.post(tenant.path('/postings'), borrowed), 404);
    });
  });

  describe('keys', () => {
    it('that are bound to other addresses are rejected like unknown keys', async () => {
      const keys = `/tenants/${tenant.slug}/api-keys`;
      const bound = async (allowed_addresses: string[]) =>
        dataOf<Key>(
          await product().backOffice.post(keys, { scopes: ['read'], allowed_addresses, reason: 'a test' }),
          201,
        ).api_key;
      const path = tenant.path('/currencies');
      const here = await bound(['192.0.2.0/24', '127.0.0.0/8', '::1']);
      dataOf(await tenant.api.withKey(here).get(path));
      expectRefusal(await tenant.api.withKey(await bound(['192.0.2.0/24'])).get(path), 401, /API key/);
    });

    it('that were rotated work until the overlap has passed', async () => {
      const keys = `/tenants/${tenant.slug}/api-keys`;
      const old = await newKey(product(), tenant.slug, ['read']);
      const path = tenant.path('/currencies');
      const rotated = async (id: string, overlap_hours: number) =>
        dataOf<Key>(await product().backOffice.post(`${keys}/${id}/rotate`, { overlap_hours, reason: 'a test' }), 201);
      const second = await rotated(old.id, 1);
      for (const { api_key } of [old, second]) dataOf(await tenant.api.withKey(api_key).get(path));
      const third = await rotated(second.id, 0);
      expectRefusal(await tenant.api.withKey(second.api_key).get(path), 401, /API key/);
      dataOf(await tenant.api.withKey(third.api_key).get(path));
    });

    it('of one tenant are revoked one by one', async () => {
      const keys: Key[] = [];
      for (let count = 0; count < 3; count++) keys.push(await newKey(product(), tenant.slug, ['read']));
      await revokeKey(product(), tenant.slug, keys[1]!.id);
      const statuses = await Promise.all(
        keys.map(async (key) => (await tenant.api.withKey(key.api_key).get(tenant.path('/ledgers'))).status),
      );
      expect(statuses).toEqual([200, 401, 200]);
    });

    it('that are revoked while requests are under way stop working for every request that begins later', async () => {
      const key = await newKey(product(), tenant.slug, ['read']);
      const api = tenant.api.withKey(key.api_key);
      let revoked = false;
      const client = async (): Promise<number[]> => {
        const late: number[] = [];
        for (let calls = 0; late.length < 3 && calls < 1_000; calls++) {
          const beganLate = revoked;
          const { status } = await api.get(tenant.path('/currencies'));
          if (beganLate) late.push(status);
        }
        return late;
      };
      const clients = Array.from({ length: 8 }, client);
      await revokeKey(product(), tenant.slug, key.id);
      revoked = true;
      expect((await Promise.all(clients)).flat()).toEqual(Array<number>(24).fill(401));
    });
  });
}
