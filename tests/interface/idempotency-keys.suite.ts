import { randomUUID } from 'node:crypto';
import { type Answer, Api } from '../../testing/api';
import { dataOf, expectRefusal } from './answers';
import { deposit, newBook } from './books';
import { freshEmail, freshName, freshRef, listedPerson, newCustomer, ruleFor, transaction } from './customers';
import type { Product } from './product';
import { freshSlug, newKey, newTenant, type Tenant } from './tenants';
import { newEndpoint, webhookBody } from './webhooks';

/** The header `Idempotency-Key` of requests that create something. Postings have rules of their own. */
export function idempotencyKeys(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  const send = (api: Api, path: string, body: unknown, key: string): Promise<Answer> =>
    api.send('POST', path, body === undefined ? undefined : JSON.stringify(body), { 'idempotency-key': key });
  const ledger = (key: string, body: object = {}, api = tenant.api) =>
    send(api, tenant.path('/ledgers'), { name: 'Funds', currency: 'USD', ...body }, key);
  const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';
  const ledgers = async () => dataOf<{ id: string }[]>(await tenant.api.get(tenant.path('/ledgers?limit=100')));

  interface Creation {
    path: string;
    body?: unknown;
    staff?: boolean;
  }
  const creations: [string, () => Creation | Promise<Creation>][] = [
    ['a ledger', () => ({ path: tenant.path('/ledgers'), body: { name: 'Funds', currency: 'USD' } })],
    [
      'an account',
      async () => ({
        path: tenant.path(`/ledgers/${(await newBook(tenant)).ledgerId}/accounts`),
        body: { code: freshRef(), name: 'Cash', account_type: 'asset' },
      }),
    ],
    ['a customer', () => ({ path: tenant.path('/customers'), body: { email: freshEmail(), full_name: freshName() } })],
    ['an event', () => ({ path: '/events/webhook', body: transaction(tenant, freshRef()) })],
    ['a rule', () => ({ path: tenant.path('/monitoring-rules'), body: ruleFor('XTS') })],
    ['a backtest', () => ({ path: tenant.path('/monitoring-rules/backtests'), body: ruleFor('XTS') })],
    ['an entry', () => ({ path: tenant.path('/watchlist-entries'), body: listedPerson(freshName()) })],
    ['a webhook', () => ({ path: tenant.path('/webhooks'), body: webhookBody() })],
    ['a secret', async () => ({ path: tenant.path(`/webhooks/${(await newEndpoint(tenant)).id}/rotate-secret`) })],
    [
      'a tenant',
      () => ({ path: '/tenants', body: { slug: freshSlug(), name: 'Bank', reason: 'a test' }, staff: true }),
    ],
    [
      'a currency',
      () => ({
        path: tenant.path('/currencies'),
        body: { code: 'CHF', name: 'Swiss franc', minor_unit_decimals: 2, reason: 'a test' },
        staff: true,
      }),
    ],
    [
      'an API key',
      () => ({ path: tenant.path('/api-keys'), body: { scopes: ['read'], reason: 'a test' }, staff: true }),
    ],
    [
      'a case',
      async () => ({
        path: tenant.path('/cases'),
        body: {
          customer_id: (await newCustomer(tenant)).id,
          title: 'Review',
          alert_ids: [],
          reason: 'a test',
        },
        staff: true,
      }),
    ],
  ];

  it.each(creations)('creates %s once, and returns the first response again', async (_what, creation) => {
    const { path, body, staff } = await creation();
    const key = randomUUID();
    const api = staff ? product().backOffice : tenant.api;
    const first = await send(api, path, body, key);
    expect([200, 201, 202]).toContain(first.status);
    expect(isReplay(first)).toBe(false);
    const again = await send(api, path, body, `"${key}"`); // the same key as a string of RFC 8941
    expect({ status: again.status, body: again.body }).toEqual({ status: first.status, body: first.body });
    expect(isReplay(again)).toBe(true);
  });

  it('creates one object for concurrent requests; the others are told to wait', async () => {
    const key = randomUUID();
    const before = (await ledgers()).length;
    const answers = await Promise.all(Array.from({ length: 16 }, () => ledger(key)));
    expect(answers.filter((answer) => answer.status === 201 && !isReplay(answer))).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectRefusal(answer, 409, /in progress/);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect((await ledgers()).length).toBe(before + 1);
  });

  it('rejects the key with another body or another path', async () => {
    const key = randomUUID();
    dataOf(await ledger(key), 201);
    expectRefusal(await ledger(key, { name: 'Other funds' }), 422, /Idempotency-Key.*different request/);
    const [here, there] = [await newBook(tenant), await newBook(tenant)];
    const account = { code: freshRef(), name: 'Cash', account_type: 'asset' };
    const open = ({ ledgerId }: { ledgerId: string }, name: string) =>
      send(tenant.api, tenant.path(`/ledgers/${ledgerId}/accounts`), account, name);
    expect((await open(here, key)).status).toBe(201); // another operation: another key
    expectRefusal(await open(there, key), 422);
  });

  it.each([
    ['empty', '""'],
    ['too long', 'k'.repeat(256)],
    ['not closed', '"key'],
    ['two keys', 'one, two'],
  ])('rejects a key that is %s', async (_what, key) => {
    const answer = await ledger(key);
    expectRefusal(answer, 400, /Idempotency-Key/);
    expect(answer.body.code).toBe('bad_idempotency_key');
  });

  it('returns a refusal again, but does not remember a malformed body', async () => {
    const key = randomUUID();
    expectRefusal(await ledger(key, { name: 7 }), 400, /name/);
    const first = await ledger(key, { currency: 'XTS' });
    expectRefusal(first, 400, /currency/);
    const again = await ledger(key, { currency: 'XTS' });
    expect({ body: again.body, replay: isReplay(again) }).toEqual({ body: first.body, replay: true });
  });

  it('belongs to one tenant, whose API keys share it unless the response has a secret', async () => {
    const key = randomUUID();
    const mine = dataOf<{ id: string }>(await ledger(key), 201);
    const other = await newTenant(product());
    const body = { name: 'Funds', currency: 'USD' };
    const theirs = await send(other.api, other.path('/ledgers'), body, key);
    expect(isReplay(theirs)).toBe(false);
    expect(dataOf<{ id: string }>(theirs, 201).id).not.toBe(mine.id);

    const colleague = tenant.api.withKey((await newKey(product(), tenant.slug, ['write'])).api_key);
    expect(dataOf(await ledger(key, {}, colleague), 201)).toEqual(mine);
    const webhook = webhookBody();
    dataOf(await send(tenant.api, tenant.path('/webhooks'), webhook, key), 201);
    expectRefusal(await send(colleague, tenant.path('/webhooks'), webhook, key), 422, /secret/);
  });

  describe('of a posting', () => {
    it('is the same key as idempotency_key, and a repetition that differs says so', async () => {
      const book = await newBook(tenant);
      const key = randomUUID();
      const post = (body: object, header?: string) =>
        header
          ? send(tenant.api, tenant.path('/postings'), body, header)
          : tenant.api.post(tenant.path('/postings'), body);
      const original = dataOf(await post(deposit(book, '100'), key), 201);
      for (const [answer, differs] of [
        [await post(deposit(book, '0100', { idempotency_key: key })), null],
        [await post(deposit(book, '100', { idempotency_key: key }), `"${key}"`), null],
        [await post(deposit(book, '900'), key), 'true'],
      ] as const) {
        expect(dataOf(answer, 201)).toEqual(original);
        expect(isReplay(answer)).toBe(true);
        expect(answer.headers.get('idempotency-mismatch')).toBe(differs);
      }
      expectRefusal(
        await post(deposit(book, '100', { idempotency_key: 'a' }), 'b'),
        400,
        /differs from idempotency_key/,
      );
      expectRefusal(await post(deposit(book, '100'), '""'), 400, /Idempotency-Key/);
    });
  });
}
