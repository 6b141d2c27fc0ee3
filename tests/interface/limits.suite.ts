import { randomUUID } from 'node:crypto';
import type { Answer, Api } from '../../testing/api';
import { dataOf, expectRefusal } from './answers';
import { newBook } from './books';
import {
  eventually,
  freshEmail,
  freshName,
  freshRef,
  fullCustomer,
  listedPerson,
  newCustomer,
  ruleFor,
  transaction,
} from './customers';
import { openRequest } from './open-request';
import { itOnOurOwn, type Product } from './product';
import { done, newKey, newTenant, setLimits, type Tenant } from './tenants';
import { unfinishedRequest } from './unfinished-request';
import { webhookBody } from './webhooks';

const WHY = { reason: 'because' };
const AT_ONCE = 30;
const POLICY =
  /^"tenant";q=\d+;w=\d+, "key";q=\d+;w=\d+, "tenant-concurrent";q=\d+;qu="concurrent-requests", "key-concurrent";q=\d+;qu="concurrent-requests"$/;
const LEFT = /^"tenant";r=(\d+);t=\d+, "key";r=(\d+);t=\d+/;

/** The limits of requests and the quotas of a tenant, which an operator sets. */
export function limits(product: () => Product): void {
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await newTenant(product());
  });

  const set = (values: Record<string, number | null>, of = tenant): Promise<any> => setLimits(product(), of, values);

  const read = (of = tenant, api: Api = of.api): Promise<Answer> => api.get(of.path('/currencies'));
  const readMany = (of = tenant, api = of.api) => Promise.all(Array.from({ length: AT_ONCE }, () => read(of, api)));
  const statuses = (answers: Answer[]): Set<number> => new Set(answers.map(({ status }) => status));
  const left = (answer: Answer, which: 1 | 2): number => Number(LEFT.exec(answer.headers.get('ratelimit')!)![which]);

  describe('a tenant', () => {
    it('reads its limits, with what it uses of them', async () => {
      await set({ ledgers: 20 });
      await newBook(tenant);
      const listed = dataOf<{ name: string }[]>(await tenant.api.get(tenant.path('/limits')));
      expect(listed).toContainEqual(
        expect.objectContaining({ name: 'ledgers', value: 20, in_use: 1, unit: 'ledgers' }),
      );
      expect(listed).toContainEqual(
        expect.objectContaining({ name: 'requests_per_second', value: 1_000, in_use: null }),
      );
      expect(listed.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['accounts', 'evidence_bytes', 'body_bytes']),
      );
    });

    it('gets a response to each of many long bodies, also after clients that left', async () => {
      const event = (note: string) => ({
        tenant_id: tenant.id,
        event_type: 'transaction',
        payload: {
          transaction_id: randomUUID(),
          account_ref: 'a',
          amount: 1,
          currency: 'USD',
          direction: 'inbound',
          note,
        },
      });
      const send = (signal?: AbortSignal) =>
        fetch(`${product().baseUrl}/events/webhook`, {
          method: 'POST',
          headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
          body: JSON.stringify(event('long '.repeat(60_000))),
          signal: signal ?? null,
        }).then(({ status }) => status);
      const leaving = Array.from({ length: 5 }, (_none, n) => send(AbortSignal.timeout(n * 5)).catch(() => 'left'));
      const staying = await Promise.all(Array.from({ length: 8 }, () => send()));
      expect(new Set(staying)).toEqual(new Set([202]));
      await Promise.all(leaving);
      expect(await send()).toBe(202);
    });

    it('learns from every response how many requests it has left', async () => {
      const answers = [await read(), await tenant.api.get(tenant.path(`/ledgers/${randomUUID()}`))];
      expect(answers.map(({ status }) => status)).toEqual([200, 404]);
      for (const { headers } of answers) {
        expect(headers.get('ratelimit-policy')).toMatch(POLICY);
        expect(headers.get('ratelimit')).toMatch(LEFT);
      }
    });

    it('is rejected above its limit of requests, while another tenant is not', async () => {
      const other = await newTenant(product());
      await set({ requests_per_second: 1, request_burst: 3 });
      const answers = await readMany();
      expect(statuses(answers)).toEqual(new Set([200, 429]));
      const refused = answers.find(({ status }) => status === 429)!;
      expectRefusal(
        refused,
        429,
        /^the limit requests_per_second of the tenant is 1, with a burst of 3\. The request was not processed; retry in \d+ s\.$/,
      );
      expect(refused.body.code).toBe('rate_limited');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(refused.headers.get('ratelimit-policy')).toMatch(/^"tenant";q=3;w=3, /);
      expect(refused.headers.get('ratelimit')).toMatch(/^"tenant";r=0;t=\d+, /);
      expect(statuses(await readMany(other))).toEqual(new Set([200]));
    });

    it('counts once for each 2 KiB of its body', async () => {
      await set({ requests_per_second: 1, request_burst: 1_000 });
      const before = left(await read(), 1);
      const body = { ...fullCustomer(), metadata: { note: 'x'.repeat(1_000_000) } };
      dataOf(await tenant.api.post(tenant.path('/customers'), body), 201);
      const used = before - left(await read(), 1);
      expect(used).toBeGreaterThan(480);
      expect(used).toBeLessThan(500);
    });

    it('is served again soon after an operator raised its limit', async () => {
      await set({ requests_per_second: 1, request_burst: 1 });
      await readMany();
      await set({ requests_per_second: null, request_burst: null });
      await eventually('a tenant whose limit was raised is served', readMany, (answers) => !statuses(answers).has(429));
    });

    it('has a limit for each key, so that one of its systems leaves the others alone', async () => {
      const key = await newKey(product(), tenant.slug, ['read']);
      await set({ key_requests_per_second: 1, key_request_burst: 3 });
      const answers = await readMany();
      const refused = answers.find(({ status }) => status === 429)!;
      expectRefusal(refused, 429, /^the limit key_requests_per_second of the API key is 1, with a burst of 3\./);
      expect((await read(tenant, tenant.api.withKey(key.api_key))).status).toBe(200);
    });

    it('is rejected above its concurrency, until a request ends', async () => {
      await set({ concurrent_requests: 1 });
      const url = product().baseUrl + tenant.path('/ledgers');
      const headers = {
        authorization: `Bearer ${tenant.key}`,
        'content-type': 'application/json',
        'content-length': 100,
      };
      let open = openRequest(url, headers);
      const refused = await eventually(
        'a request beside an open one is rejected',
        () => {
          // The open request is itself rejected if the gateway has not seen the end of the one before it.
          if (open.hasAnswer()) open = openRequest(url, headers);
          return read();
        },
        ({ status }) => status === 429,
      );
      expectRefusal(refused, 429, /^the limit concurrent_requests of the tenant is 1\./);
      open.close();
      await eventually('a request after the open one is served', read, ({ status }) => status === 200);
    });

    it('loses nothing to requests with the id of its key and another secret', async () => {
      await set({ requests_per_second: 1, request_burst: 20 });
      const wrong = tenant.api.withKey(tenant.key.slice(0, -1) + (tenant.key.endsWith('A') ? 'B' : 'A'));
      const before = left(await read(), 1);
      for (let n = 0; n < AT_ONCE; n++) expect((await read(tenant, wrong)).status).toBe(401);
      expect(left(await read(), 1)).toBeGreaterThanOrEqual(before - 1);
    });

    itOnOurOwn('is not named in the metric of refused requests', async () => {
      await set({ requests_per_second: 1, request_burst: 1 });
      await readMany();
      const metrics = await (await fetch(new URL('/metrics', product().baseUrl))).text();
      expect(metrics).toMatch(
        /^probity_requests_refused_by_limit_total\{service="gateway",limit="tenant_requests"\} [1-9]/m,
      );
      expect(metrics).not.toContain(tenant.slug);
    });
  });

  describe('a quota refuses, and names the limit and the current number:', () => {
    const post = (below: string, body: object): Promise<Answer> => tenant.api.post(tenant.path(below), body);

    it('ledgers and accounts', async () => {
      const book = await newBook(tenant);
      await set({ ledgers: 1, accounts: 2 });
      const ledger = { name: 'Another', currency: 'USD' };
      expectRefusal(
        await post('/ledgers', ledger),
        400,
        /^the limit ledgers is 1, and the tenant has at least 1 now\. No changes/,
      );
      const account = { code: randomUUID(), name: 'Another', account_type: 'asset' };
      const opened = await post(`/ledgers/${book.ledgerId}/accounts`, account);
      expectRefusal(opened, 400, /^the limit accounts is 2, and the tenant has at least 2 now\. No changes/);
      await set({ accounts: 3 });
      expect((await post(`/ledgers/${book.ledgerId}/accounts`, account)).status).toBe(201);
    });

    it('webhook endpoints', async () => {
      await set({ webhook_endpoints: 1 });
      await done(tenant.api, tenant.path('/webhooks'), webhookBody());
      const refused = await post('/webhooks', webhookBody());
      expectRefusal(refused, 400, /^the limit webhook_endpoints is 1, and the tenant has 1 now\. No changes/);
      expect(refused.body.code).toBe('too_many_webhooks');
    });

    it('monitoring rules', async () => {
      await done(tenant.api, tenant.path('/monitoring-rules'), ruleFor('XTS'));
      await set({ monitoring_rules: 1 });
      const refused = await post('/monitoring-rules', ruleFor('XTS'));
      expectRefusal(refused, 400, /^the limit monitoring_rules is 1, and the tenant has [1-9]\d* now\. No changes/);
      expect(refused.body.code).toBe('too_many_rules');
    });

    it('entries of its own watchlist', async () => {
      await set({ watchlist_entries: 1 });
      const entry = listedPerson(freshName(), { id: 'one' });
      await done(tenant.api, tenant.path('/watchlist-entries'), entry);
      const refused = await post('/watchlist-entries', listedPerson(freshName(), { id: 'two' }));
      expectRefusal(
        refused,
        400,
        /^the limit watchlist_entries is 1, and the tenant has 1 now\. No changes were made; delete entries first,/,
      );
      expect((await post('/watchlist-entries', { ...entry, remarks: 'changed' })).status).toBe(201);
    });

    it('parties of a customer', async () => {
      await set({ related_parties: 1 });
      const parties = { beneficial_owners: [{ name: 'Jane Roe' }], related_parties: [{ name: 'John Roe' }] };
      const customer = { ...fullCustomer(), email: freshEmail(), ...parties };
      const says = /^the limit related_parties is 1, and the request has 2\. No changes/;
      expectRefusal(await post('/customers', customer), 400, says);
      const payload = { email: customer.email, profile: parties };
      const event = { tenant_id: tenant.id, event_type: 'onboarding', payload };
      expectRefusal(await tenant.api.post('/events/webhook', event), 400, says);
    });

    it('events that wait for a customer, and none of a known customer', async () => {
      await set({ waiting_events: 1 });
      const send = (ref: string): Promise<Answer> => tenant.api.post('/events/webhook', transaction(tenant, ref));
      expect((await send(freshRef())).status).toBe(202);
      const says = /^the limit waiting_events is 1, and the tenant has at least 1 now\. No changes/;
      expectRefusal(await send(freshRef()), 400, says);
      const ref = freshRef();
      await newCustomer(tenant, { account_refs: [ref] });
      expect((await send(ref)).status).toBe(202);
    });

    it('the size of a body, before it is read and while it is read in chunks', async () => {
      await set({ body_bytes: 2_000 });
      const url = product().baseUrl + tenant.path('/ledgers');
      const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' };
      const says =
        /^the limit body_bytes is 2000 bytes, and the request body has \d+\. No changes were made\. Send less at once, or ask an operator to raise the limit\.$/;
      expectRefusal(await unfinishedRequest(url, { ...headers, 'content-length': 2_001 }), 413, says);
      const body = JSON.stringify({ name: 'Book', currency: 'USD', description: 'x'.repeat(1_990) });
      expectRefusal(await post('/ledgers', JSON.parse(body) as object), 413, says);
      expect((await post('/ledgers', { name: 'Book', currency: 'USD' })).status).toBe(201);
    });
  });

  describe('an operator', () => {
    it('is told about a limit that stops a tenant from working', async () => {
      await newBook(tenant);
      const { notes } = await set({ ledgers: 1, requests_per_second: 2 });
      expect(notes).toContain('ledgers is 1, and the tenant has 1. They stay, but the tenant cannot add more.');
      expect(notes).toContainEqual(
        expect.stringMatching(/^requests_per_second is 2, less than 1 % of the default 1000\./),
      );
    });

    it('cannot set a limit of requests to 0', async () => {
      const body = JSON.stringify({ limits: { concurrent_requests: 0 }, ...WHY });
      const refused = await product().backOffice.send('PATCH', `/tenants/${tenant.slug}/limits`, body);
      expectRefusal(refused, 400, /^concurrent_requests must be a whole number of requests from 1 to 10000/);
    });

    it('finds each change in the audit trail', async () => {
      await set({ accounts: 5_000 });
      const entries = dataOf(await product().backOffice.get(`/tenants/${tenant.slug}/audit?action=limits.changed`));
      expect(entries).toMatchObject([
        {
          actor: 'staff:operator',
          reason: 'because',
          data: { before: { accounts: 1_000_000 }, after: { accounts: 5_000 } },
        },
      ]);
    });
  });
}
