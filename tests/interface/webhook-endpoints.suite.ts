import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { TIMESTAMP, UUID } from './patterns';
import { inParallel } from './books';
import { paging } from './paging';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';
import {
  deleteEndpoint,
  deliveriesOf,
  newEndpoint,
  readEndpoint,
  webhookBody,
  type WebhookEndpoint,
  type WithSecret,
} from './webhooks';

const ITEMS = 21; // more than the default page
const SECRET = expect.stringMatching(/^whsec_[\w-]{43}$/);

/** Endpoints for webhooks: registering, reading, rotating secrets, deleting, listing. */
export function webhookEndpoints(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product(), []);
  });
  const webhook = (id = '', below = '') => tenant.path(`/webhooks${id && `/${id}`}${below}`);
  const list = async () => dataOf<WebhookEndpoint[]>(await tenant.api.get(webhook('', '?limit=100')));

  describe('an endpoint', () => {
    it('is returned with its secret once; reads and lists omit the secret', async () => {
      const body = webhookBody({ label: 'Core “é東”', event_types: ['alert.dismissed', 'alert.created'] });
      const answer = await tenant.api.post(webhook(), body);
      const { endpoint, signing_secret } = dataOf<WithSecret>(answer, 201);
      expect(endpoint).toEqual({
        ...body,
        id: UUID,
        tenant_id: tenant.id,
        status: 'active',
        status_reason: null,
        failing_since: null,
        created_at: TIMESTAMP,
        updated_at: endpoint.created_at,
      });
      expect(Object.keys(answer.body.data)).toEqual(['endpoint', 'signing_secret']);
      expect(signing_secret).toEqual(SECRET);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await readEndpoint(tenant, endpoint.id)).toEqual(endpoint);
      expect(await list()).toContainEqual(endpoint);
      expect(await deliveriesOf(tenant, endpoint.id)).toEqual([]);
    });

    it('may have a label of 200 characters and a url of 2,048', async () => {
      const url = 'https://hooks.example.com/'.padEnd(2_048, 'x');
      const label = 'x'.repeat(200);
      expect(await newEndpoint(tenant, { url, label })).toMatchObject({ url, label });
    });

    it('has a unique secret', async () => {
      const [one, other] = [await newEndpoint(tenant), await newEndpoint(tenant)];
      expect(one.id).not.toBe(other.id);
      expect(one.secret).not.toBe(other.secret);
    });

    it.each([undefined, '', '{}'])('gets a new secret, shown once, if the request has the body %s', async (raw) => {
      const { secret, ...before } = await newEndpoint(tenant);
      const answer = await tenant.api.send('POST', webhook(before.id, '/rotate-secret'), raw);
      const { endpoint, signing_secret } = dataOf<WithSecret>(answer);
      expect(endpoint).toEqual({ ...before, updated_at: TIMESTAMP });
      expect(signing_secret).toEqual(SECRET);
      expect(signing_secret).not.toBe(secret);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await readEndpoint(tenant, before.id)).toEqual(endpoint);
    });

    it.each<[string, RegExp]>([
      ['{"signing_secret":"whsec_mine"}', /\bsigning_secret\b/],
      ['[]', /body/],
      ['"text"', /body/],
      ['{', /JSON/],
    ])('keeps its secret if the request for a new one has the body %s', async (raw, says) => {
      const { id } = await newEndpoint(tenant);
      const before = await readEndpoint(tenant, id);
      expectRefusal(await tenant.api.send('POST', webhook(id, '/rotate-secret'), raw), 400, says);
      expect(await readEndpoint(tenant, id)).toEqual(before);
    });

    it('is not found after it is deleted', async () => {
      const { id } = await newEndpoint(tenant);
      await deleteEndpoint(tenant, id);
      expectRefusal(await tenant.api.get(webhook(id)), 404, new RegExp(id));
      expectRefusal(await tenant.api.delete(webhook(id)), 404, new RegExp(id));
      expectRefusal(await tenant.api.post(webhook(id, '/rotate-secret')), 404, new RegExp(id));
      expect((await list()).map((one) => one.id)).not.toContain(id);
    });

    it('can be deleted by clients that send a Content-Type without a body', async () => {
      const { id } = await newEndpoint(tenant);
      const headers = { 'content-type': 'application/json' };
      expect((await tenant.api.send('DELETE', webhook(id), undefined, headers)).status).toBe(204);
    });

    it('is not found by another tenant', async () => {
      const { id } = await newEndpoint(tenant);
      const other = await newTenant(product(), []);
      const path = (below = '') => other.path(`/webhooks/${id}${below}`);
      expectRefusal(await other.api.get(path()), 404, /webhook/);
      expectRefusal(await other.api.get(path('/deliveries')), 404, /webhook/);
      expectRefusal(await other.api.post(path('/rotate-secret')), 404, /webhook/);
      expectRefusal(await other.api.delete(path()), 404, /webhook/);
      expect(dataOf(await other.api.get(other.path('/webhooks')))).toEqual([]);
      expect(await readEndpoint(tenant, id)).toMatchObject({ id, status: 'active' });
    });

    it.each(['abc', '%00', randomUUID().slice(1)])('cannot have the id %s', async (id) => {
      expectRefusal(await tenant.api.get(webhook(id)), 400, /UUID|U\+0000/);
      expectRefusal(await tenant.api.get(webhook(id, '/deliveries')), 400, /UUID|U\+0000/);
      expectRefusal(await tenant.api.post(webhook(id, '/rotate-secret')), 400, /UUID|U\+0000/);
      expectRefusal(await tenant.api.delete(webhook(id)), 400, /UUID|U\+0000/);
    });

    it.each(['status=sent', 'status=', 'event_type=alert.created'])('rejects the delivery filter %s', async (query) => {
      const { id } = await newEndpoint(tenant);
      const answer = await tenant.api.get(webhook(id, `/deliveries?${query}`));
      expectRefusal(answer, 400, new RegExp(`\\b${query.split('=')[0]}\\b`));
    });
  });

  describe('an endpoint is rejected with', () => {
    let before: WebhookEndpoint[];
    beforeAll(async () => {
      before = await list();
    });
    const wrongTexts = (field: string) =>
      [undefined, null, 5, true, {}, ['https://hooks.example.com/'], '', ' \t', 'a\u0000b', 'a\ud800b'].map(
        (value) => [`the ${field} ${JSON.stringify(value)}`, { [field]: value }, field] as const,
      );

    it.each<readonly [string, object, string]>([
      ...wrongTexts('label'),
      ['a label of 201 characters', { label: 'x'.repeat(201) }, 'label'],
      ...wrongTexts('url'),
      ['a url of 2,049 characters', { url: 'https://hooks.example.com/'.padEnd(2_049, 'x') }, 'url'],
      ...[
        undefined,
        null,
        5,
        'alert.created',
        {},
        { 0: 'alert.created', length: 1 },
        [],
        [null],
        [['alert.created']],
        ['alert.escalated'],
        ['Alert.Created'],
        ['alert.*'],
        ['alert.created', 'toString'],
        ['alert.created', 'alert.resolved', 'alert.created'],
      ].map((value) => [`the event_types ${JSON.stringify(value)}`, { event_types: value }, 'event_types'] as const),
      ...['id', 'tenant_id', 'status', 'secret', 'signing_secret', 'created_at', 'Label'].map(
        (field) => [`the field ${field}, which is not for the body`, { [field]: 'x' }, field] as const,
      ),
    ])('%s', async (_what, changes, field) => {
      const answer = await tenant.api.post(webhook(), webhookBody(changes));
      expectRefusal(answer, 400, new RegExp(`\\b${field}\\b`));
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    it.each([
      'hooks.example.com/probity',
      '//hooks.example.com/probity',
      'http://hooks.example.com/probity',
      'ftp://hooks.example.com/probity',
      'file:///etc/passwd',
      'https://',
      'https://hooks.example.com:22/',
      'https://hooks.example.com:0/',
      'https://hooks.example.com:65536/',
      'https://name:word@hooks.example.com/',
      'https://name@hooks.example.com/',
      'https://hooks.example.com/#part',
      'https://hooks.example.com/#',
      'https://hooks.example.com\\@10.0.0.1/',
      'https://hooks.example.com/a b',
      'https://hooks.example.com/\r\nX-A: b',
      'https://intranet/',
      'https://printer.local/',
      'https://db.internal/',
      'https://service.test/',
      'https://0.0.0.0/',
      'https://10.0.0.1/',
      'https://172.16.0.1/',
      'https://192.168.1.1/',
      'https://100.64.0.1/',
      'https://169.254.169.254/latest/meta-data/',
      'https://168.63.129.16/',
      'https://198.18.0.1/',
      'https://224.0.0.1/',
      'https://255.255.255.255/',
      'https://[::]/',
      'https://[fd00::1]/',
      'https://[fe80::1]/',
      'https://[ff02::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[64:ff9b::a00:1]/',
      'https://[2002:a00:1::]/',
      'https://167772161/',
      'https://0x0a000001/',
      'https://012.0.0.1/',
      'https://10.1/',
      'https://１０.0.0.1/',
    ])('the url %j', async (url) => {
      expectRefusal(await tenant.api.post(webhook(), webhookBody({ url })), 400, /\burl\b/);
    });

    it('every one of these, and was not created', async () => {
      expect(await list()).toEqual(before);
    });
  });

  describe('the list', () => {
    let many: Tenant;
    beforeAll(async () => {
      many = await newTenant(product(), []);
      await inParallel(
        4,
        Array.from({ length: ITEMS }, () => () => newEndpoint(many)),
      );
    });

    paging((query) => many.api.get(many.path(`/webhooks${query}`)));

    it('has the oldest first', async () => {
      const times = dataOf<WebhookEndpoint[]>(await many.api.get(many.path('/webhooks?limit=100'))).map((one) =>
        Date.parse(one.created_at),
      );
      expect(times).toEqual([...times].sort((a, b) => a - b));
    });
  });
}
