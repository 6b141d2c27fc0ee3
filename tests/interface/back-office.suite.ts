import { randomUUID } from 'node:crypto';
import { Api } from '../../testing/api';
import { dataOf, expectRefusal } from './answers';
import { TIMESTAMP, UUID } from './patterns';
import { deposit, listAll, newBook, post, rebuild } from './books';
import { itOnOurOwn, type Product } from './product';
import { CURRENCIES, freshSlug, newKey, newTenant, revokeKey, type Tenant } from './tenants';

const WHY = { reason: 'a test' };

/** The API of the back office. */
export function backOffice(product: () => Product): void {
  let tenant: Tenant;
  let office: Api;
  beforeAll(async () => {
    tenant = await newTenant(product());
    office = product().backOffice;
  });

  const currencies = (): string => `/tenants/${tenant.slug}/currencies`;
  const keys = (): string => `/tenants/${tenant.slug}/api-keys`;

  describe('tenants', () => {
    it('can be created, read and found in the list', async () => {
      const body = { slug: freshSlug(), name: 'Bank – 銀行' };
      const created = dataOf(await office.post('/tenants', { ...body, ...WHY }), 201);
      expect(created).toEqual({ ...body, id: UUID, created_at: TIMESTAMP });
      expect(dataOf(await office.get(`/tenants/${body.slug}`))).toEqual(created);

      const found: unknown[] = [];
      for (let offset = 0; ; offset += 100) {
        const page = dataOf<unknown[]>(await office.get(`/tenants?limit=100&offset=${offset}`));
        found.push(...page);
        if (page.length < 100) break;
      }
      expect(found).toContainEqual(created);
    });

    it('cannot share a slug, even if they are created at the same time', async () => {
      const slug = freshSlug();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => office.post('/tenants', { slug, name: 'One', ...WHY })),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array<number>(7).fill(400)]);
      expectRefusal(await office.post('/tenants', { slug, name: 'Two', ...WHY }), 400, /slug/);
    });

    it.each([
      '',
      'A',
      'a b',
      '-a',
      'a-',
      'a_b',
      'é',
      'a/b',
      'a'.repeat(64),
      'a\u0000',
      'a\n',
      5,
      null,
      ['a'],
      {},
      undefined,
    ])('cannot have the slug %j', async (slug) => {
      expectRefusal(await office.post('/tenants', { slug, name: 'Bank', ...WHY }), 400, /slug/);
    });

    it.each(['', 'x'.repeat(256), 'a\u0000', '\ud800', 5, null, {}, undefined])(
      'cannot have the name %j',
      async (name) => {
        expectRefusal(await office.post('/tenants', { slug: freshSlug(), name, ...WHY }), 400, /name/);
      },
    );

    it('cannot be created with an unknown field', async () => {
      const body = { slug: freshSlug(), name: 'n', id: randomUUID(), ...WHY };
      expectRefusal(await office.post('/tenants', body), 400, /\bid\b/);
    });

    it('are not found under another slug', async () => {
      for (const slug of [freshSlug(), tenant.id, '%F0%9F%92%A3', 'a'.repeat(300)]) {
        expectRefusal(await office.get(`/tenants/${slug}`), 404, /tenant/);
      }
    });

    it.each(['', '/currencies', '/api-keys', '/ledgers'])(
      'are rejected under a slug with a NUL in it: %s',
      async (below) => {
        const answer = await office.get(`/tenants/a%00b${below}`);
        expect([400, 404]).toContain(answer.status);
        expectRefusal(answer, answer.status);
      },
    );
  });

  describe('currencies', () => {
    it('are visible to the tenant as the operator configures them', async () => {
      const own = await newTenant(product(), []);
      const crypto = { code: 'XAU', name: 'Gold', minor_unit_decimals: 18 };
      expect(dataOf(await office.post(`/tenants/${own.slug}/currencies`, { ...crypto, ...WHY }), 201)).toEqual(crypto);
      expect(dataOf(await office.get(`/tenants/${own.slug}/currencies`))).toEqual([crypto]);
      expect(dataOf(await own.api.get(own.path('/currencies')))).toEqual([crypto]);
    });

    it('can be renamed by configuring them again, but never get other decimals', async () => {
      const [usd] = CURRENCIES;
      dataOf(await office.post(currencies(), { ...usd, ...WHY }), 201);
      dataOf(await office.post(currencies(), { ...usd, name: 'Dollar', ...WHY }), 201);
      const changed = { ...usd, minor_unit_decimals: 3, ...WHY };
      expectRefusal(await office.post(currencies(), changed), 400, /minor_unit_decimals/);
      const listed = dataOf(await tenant.api.get(tenant.path('/currencies')));
      expect(listed.find((currency: { code: string }) => currency.code === 'USD')).toEqual({ ...usd, name: 'Dollar' });
    });

    it('get only one number of decimals if two requests differ and run at the same time', async () => {
      const answers = await Promise.all(
        [2, 3, 2, 3, 2, 3].map((minor_unit_decimals) =>
          office.post(currencies(), { code: 'XTS', name: 'Test', minor_unit_decimals, ...WHY }),
        ),
      );
      const accepted = answers.filter((answer) => answer.status === 201);
      expect(new Set(accepted.map((answer) => answer.body.data.minor_unit_decimals)).size).toBe(1);
      expect(answers.filter((answer) => answer.status === 400)).toHaveLength(3);
    });

    it.each([
      ...['usd', 'US', 'USDT', '', 'U$D', 'ÉUR', 'USD\n', 5, null, {}, undefined].map((code): [string, unknown] => [
        'code',
        code,
      ]),
      ...['', 'x'.repeat(256), '\u0000', 5, null, undefined].map((name): [string, unknown] => ['name', name]),
      ...[-1, 19, 1.5, '2', null, {}, undefined].map((decimals): [string, unknown] => [
        'minor_unit_decimals',
        decimals,
      ]),
      ['is_default', true] as [string, unknown],
    ])('cannot have the %s %j', async (field, value) => {
      const body = { code: 'XXX', name: 'None', minor_unit_decimals: 2, ...WHY, [field]: value };
      expectRefusal(await office.post(currencies(), body), 400, new RegExp(field));
    });
  });

  describe('API keys', () => {
    it('are shown only once, at their creation', async () => {
      const created = dataOf(
        await office.post(keys(), { scopes: ['read', 'write'], label: 'core', reason: 'go-live' }),
        201,
      );
      expect(created).toEqual({
        id: expect.any(String),
        api_key: expect.stringMatching(/^\S{40,}$/),
        label: 'core',
        scopes: ['read', 'write'],
        expires_at: null,
      });
      const listed = await office.get(`${keys()}?limit=100`);
      const [, secret] = /_([^_]+.*)$/.exec(created.api_key.replace(created.id, ''))!;
      expect(JSON.stringify(listed.body)).not.toContain(secret);
      expect(dataOf(listed)).toContainEqual({
        id: created.id,
        label: 'core',
        scopes: ['read', 'write'],
        expires_at: null,
        allowed_addresses: null,
        created_at: TIMESTAMP,
        created_by: 'operator token',
        revoked_at: null,
        revoked_by: null,
        last_used_at: null,
        last_used_from: null,
      });
      for (const key of dataOf(listed)) expect(Object.keys(key)).not.toContain('key_hash');
    });

    it('stay revoked; revoking them again changes nothing', async () => {
      const key = await newKey(product(), tenant.slug, ['read']);
      await revokeKey(product(), tenant.slug, key.id);
      const revoked = async () =>
        dataOf(await office.get(`${keys()}?limit=100`)).find((one: { id: string }) => one.id === key.id).revoked_at;
      const first = await revoked();
      expect(first).toEqual(TIMESTAMP);
      const again = await office.delete(`${keys()}/${key.id}?reason=a+test`);
      expect({ status: again.status, body: again.body }).toEqual({ status: 204, body: undefined });
      expect(await revoked()).toBe(first);
    });

    it("cannot be revoked through another tenant's path", async () => {
      const key = await newKey(product(), tenant.slug, ['read']);
      const other = await newTenant(product());
      expectRefusal(await office.delete(`/tenants/${other.slug}/api-keys/${key.id}?reason=a+test`), 404, /key/);
      expect((await tenant.api.withKey(key.api_key).get(tenant.path('/currencies'))).status).toBe(200);
    });

    it('are not found under an unknown id', async () => {
      for (const id of ['0'.repeat(16), 'x', randomUUID(), '%F0%9F%92%A3']) {
        expectRefusal(await office.delete(`${keys()}/${id}?reason=a+test`), 404, /key/);
      }
      const withNul = await office.delete(`${keys()}/a%00b?reason=a+test`);
      expect([400, 404]).toContain(withNul.status);
      expectRefusal(withNul, withNul.status);
    });

    it.each([undefined, null, [], 'read', ['admin'], ['read', 'read'], ['read', 'admin'], [1], [null], {}, [['read']]])(
      'cannot have the scopes %j',
      async (scopes) => {
        expectRefusal(await office.post(keys(), { scopes, ...WHY }), 400, /scopes/);
      },
    );

    it('cannot be created with an unknown field, or a label that cannot be stored', async () => {
      expectRefusal(await office.post(keys(), { scopes: ['read'], api_key: 'mine' }), 400, /api_key/);
      for (const label of [5, {}, 'x'.repeat(256), '\u0000', '\udfff']) {
        expectRefusal(await office.post(keys(), { scopes: ['read'], label }), 400, /label/);
      }
    });
  });

  describe('the data of a tenant', () => {
    it.each([
      'GET currencies',
      'POST currencies',
      'GET api-keys',
      'POST api-keys',
      'DELETE api-keys/0000?reason=lost',
      'GET ledgers',
    ])('is not found if the tenant does not exist: %s', async (operation) => {
      const [method, below] = operation.split(' ') as [string, string];
      const body = below === 'currencies' ? { ...CURRENCIES[0], ...WHY } : { scopes: ['read'], reason: 'go-live' };
      const raw = method === 'POST' ? JSON.stringify(body) : undefined;
      expectRefusal(await office.send(method, `/tenants/${freshSlug()}/${below}`, raw), 404, /tenant/);
    });

    it.each(['limit=0', 'limit=101', 'limit=abc', 'limit=', 'limit=1&limit=1', 'offset=-1', 'offset=1.5'])(
      'is listed in pages, and %s is rejected',
      async (query) => {
        for (const list of ['/tenants', currencies(), keys(), `/tenants/${tenant.slug}/ledgers`]) {
          expectRefusal(await office.get(`${list}?${query}`), 400, new RegExp(query.split('=')[0]!));
        }
      },
    );
  });

  describe('ledgers', () => {
    it('are listed like in the API of the tenant', async () => {
      const own = await newTenant(product());
      await newBook(own);
      const seen = dataOf(await own.api.get(own.path('/ledgers')));
      expect(dataOf(await office.get(`/tenants/${own.slug}/ledgers`))).toMatchObject(seen);
    });

    it('have accounts that can be closed and opened in their own tenant and ledger only', async () => {
      const [book, elsewhere] = [await newBook(tenant), await newBook(tenant)];
      const other = await newTenant(product());
      const put = (slug: string, ledgerId: string, accountId: string, body: object = { is_active: false, ...WHY }) =>
        office.put(`/tenants/${slug}/ledgers/${ledgerId}/accounts/${accountId}/activity`, body);

      expectRefusal(await put(other.slug, book.ledgerId, book.cash), 404);
      expectRefusal(await put(tenant.slug, elsewhere.ledgerId, book.cash), 404, /account/);
      expectRefusal(await put(tenant.slug, randomUUID(), book.cash), 404, /ledger/);
      expectRefusal(await put(tenant.slug, book.ledgerId, randomUUID()), 404, /account/);
      expectRefusal(await put(tenant.slug, 'x', book.cash), 400, /ledgerId.*UUID/);
      expectRefusal(await put(tenant.slug, book.ledgerId, 'x'), 400, /accountId.*UUID/);
      for (const is_active of [undefined, null, 'false', 0, {}]) {
        expectRefusal(await put(tenant.slug, book.ledgerId, book.cash, { is_active, ...WHY }), 400, /is_active/);
      }
      await post(tenant, deposit(book));
    });

    it('can be verified in their own tenant only', async () => {
      const { ledgerId } = await newBook(tenant);
      const other = await newTenant(product());
      const verification = (slug: string, id: string) => office.post(`/tenants/${slug}/ledgers/${id}/verification`);
      expectRefusal(await verification(other.slug, ledgerId), 404, /ledger/);
      expectRefusal(await verification(tenant.slug, randomUUID()), 404, /ledger/);
      expectRefusal(await verification(tenant.slug, 'x'), 400, /UUID/);
    });
  });

  describe('rebuilding the projections', () => {
    itOnOurOwn('changes nothing', async () => {
      const book = await newBook(tenant);
      for (let count = 0; count < 5; count++) await post(tenant, deposit(book, '3', { metadata: { count } }));
      const seen = async () =>
        Promise.all(
          [
            '/ledgers',
            `/ledgers/${book.ledgerId}/accounts`,
            `/ledgers/${book.ledgerId}/transactions`,
            '/currencies',
          ].map((list) => listAll(tenant, list)),
        );
      const before = await seen();
      expect(await rebuild(product())).toMatchObject({ done: true });
      expect(await seen()).toEqual(before);
      expect((await post(tenant, deposit(book))).transaction.hash_chain_position).toBe(6);
    });
  });
}
