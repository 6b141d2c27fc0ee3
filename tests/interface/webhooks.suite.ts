import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { dataOf, expectRefusal, TIMESTAMP, UUID } from './answers';
import { inParallel } from './books';
import { eventually } from './customers';
import { paging } from './paging';
import { describeOnOurOwn, type Product } from './product';
import { newTenant, type Tenant } from './tenants';
import { type Inbox, WebhookReceiver } from './webhook-receiver';
import {
  dataOfAlert,
  decide,
  deleteEndpoint,
  deliveriesOf,
  type Delivery,
  deliveryAfter,
  eventOf,
  EVERY_EVENT,
  newEndpoint,
  newScene,
  readEndpoint,
  type Scene,
  signatureOf,
  webhookBody,
  type WebhookEndpoint,
  type WithSecret,
} from './webhooks';

const ITEMS = 21; // more than the default page
const SECRET = expect.stringMatching(/^whsec_[\w-]{43}$/);
const DECISION = { reason: 'checked', officer: 'j.smith' };
/** From each failed attempt to the next, in seconds. */
const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** Endpoints for webhooks, and what arrives at them. */
export function webhooks(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product(), []);
  });
  const webhook = (id = '', below = '') => tenant.path(`/webhooks${id && `/${id}`}${below}`);
  const list = async () => dataOf<WebhookEndpoint[]>(await tenant.api.get(webhook('', '?limit=100')));

  describe('an endpoint', () => {
    it('is answered with its secret once, and read and listed without', async () => {
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

    it('has a secret that no other has', async () => {
      const [one, other] = [await newEndpoint(tenant), await newEndpoint(tenant)];
      expect(one.id).not.toBe(other.id);
      expect(one.secret).not.toBe(other.secret);
    });

    it.each([undefined, '', '{}'])('gets a new secret, once, when it is asked with the body %s', async (raw) => {
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
    ])('keeps its secret when it is asked for a new one with the body %s', async (raw, says) => {
      const { id } = await newEndpoint(tenant);
      const before = await readEndpoint(tenant, id);
      expectRefusal(await tenant.api.send('POST', webhook(id, '/rotate-secret'), raw), 400, says);
      expect(await readEndpoint(tenant, id)).toEqual(before);
    });

    it('is gone when it is deleted', async () => {
      const { id } = await newEndpoint(tenant);
      await deleteEndpoint(tenant, id);
      expectRefusal(await tenant.api.get(webhook(id)), 404, new RegExp(id));
      expectRefusal(await tenant.api.delete(webhook(id)), 404, new RegExp(id));
      expectRefusal(await tenant.api.post(webhook(id, '/rotate-secret')), 404, new RegExp(id));
      expect((await list()).map((one) => one.id)).not.toContain(id);
    });

    it('is deleted by clients, too, that name the type of a body that they do not send', async () => {
      const { id } = await newEndpoint(tenant);
      const headers = { 'content-type': 'application/json' };
      expect((await tenant.api.send('DELETE', webhook(id), undefined, headers)).status).toBe(204);
    });

    it('is found by nobody else', async () => {
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

    it.each(['abc', '%00', randomUUID().slice(1)])('is not asked for by the id %s', async (id) => {
      expectRefusal(await tenant.api.get(webhook(id)), 400, /UUID|U\+0000/);
      expectRefusal(await tenant.api.get(webhook(id, '/deliveries')), 400, /UUID|U\+0000/);
      expectRefusal(await tenant.api.post(webhook(id, '/rotate-secret')), 400, /UUID|U\+0000/);
      expectRefusal(await tenant.api.delete(webhook(id)), 400, /UUID|U\+0000/);
    });

    it.each(['status=sent', 'status=', 'event_type=alert.created'])('has no deliveries of %s', async (query) => {
      const { id } = await newEndpoint(tenant);
      const answer = await tenant.api.get(webhook(id, `/deliveries?${query}`));
      expectRefusal(answer, 400, new RegExp(`\\b${query.split('=')[0]}\\b`));
    });
  });

  describe('an endpoint is refused with', () => {
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

    it('every one of these, and is not there', async () => {
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

  // Where somebody else runs the product it may send nothing to this machine.
  describeOnOurOwn('a delivery', () => {
    let receiver: WebhookReceiver;
    let owner: Client;
    beforeAll(async () => {
      receiver = await WebhookReceiver.start();
      owner = new Client({ connectionString: product().own!.databaseUrl });
      await owner.connect();
    });
    afterAll(async () => {
      await owner?.end();
      await receiver?.stop();
    });

    const endpointAt = (scene: Scene, { url }: Inbox, event_types = ['alert.created']) =>
      newEndpoint(scene.tenant, { url, event_types });

    /** Lets the time come for whatever waits for its next attempt. */
    const letTimePass = (...endpoints: { id: string }[]) =>
      owner.query(
        "UPDATE webhooks.deliveries SET due_at = now() - interval '1 s' WHERE endpoint_id = ANY($1) AND due_at IS NOT NULL",
        [endpoints.map(({ id }) => id)],
      );
    /** The same for what waits for nothing any more. */
    const makeAllDue = (...endpoints: { id: string }[]) =>
      owner.query("UPDATE webhooks.deliveries SET due_at = now() - interval '1 s' WHERE endpoint_id = ANY($1)", [
        endpoints.map(({ id }) => id),
      ]);

    it('says of an alert what the interface says, byte for byte, and is signed', async () => {
      const scene = await newScene(product());
      const inbox = receiver.newInbox();
      const endpoint = await endpointAt(scene, inbox, EVERY_EVENT);
      const alert = await scene.raise();
      const [request] = (await inbox.have(1)) as [Inbox['received'][number]];

      const text = request.body.toString();
      const { event_id, data } = eventOf(request);
      const whole = {
        event: 'alert.created',
        event_id,
        tenant_id: scene.tenant.id,
        occurred_at: alert.created_at,
        data: { ...dataOfAlert(alert), metadata: data.metadata },
      };
      expect(text).toBe(JSON.stringify(whole));
      expect(data).toEqual(dataOfAlert(alert));
      expect(data.title).toBe('A transaction in XTS – “é東”');
      expect(event_id).toEqual(UUID);

      expect(request.method).toBe('POST');
      expect(request.headers).toMatchObject({
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
        'x-service-event': 'alert.created',
        'x-service-event-id': event_id,
        'x-service-delivery-id': UUID,
      });
      expect(Object.keys(request.headers).filter((name) => name.startsWith('x-'))).toHaveLength(4);
      const { timestamp, isGood } = signatureOf(request, endpoint.secret);
      expect(isGood).toBe(true);
      expect(signatureOf(request, `${endpoint.secret}x`).isGood).toBe(false);
      expect(Math.abs(timestamp * 1_000 - request.at)).toBeLessThan(60_000);

      const delivery = await deliveryAfter(scene.tenant, endpoint.id, 1);
      expect(delivery).toEqual({
        id: UUID,
        endpoint_id: endpoint.id,
        event_type: 'alert.created',
        event_id,
        status: 'succeeded',
        response_status: 200,
        error: null,
        attempt_count: 1,
        delivered_at: TIMESTAMP,
        created_at: TIMESTAMP,
      });
      expect(Math.abs(Date.parse(delivery.delivered_at!) - request.at)).toBeLessThan(60_000);
      expect(inbox.received).toHaveLength(1);
    });

    it('goes to every endpoint that wants the event, under one event id, and to no other', async () => {
      const [scene, elsewhere] = [await newScene(product()), await newScene(product())];
      const [all, created, decided, stranger] = [1, 2, 3, 4].map(() => receiver.newInbox()) as [
        Inbox,
        Inbox,
        Inbox,
        Inbox,
      ];
      await endpointAt(scene, all, EVERY_EVENT);
      await endpointAt(scene, created);
      await endpointAt(scene, decided, ['alert.resolved', 'alert.dismissed']);
      await endpointAt(elsewhere, stranger, EVERY_EVENT);
      const [handled, mistaken] = [await scene.raise(), await scene.raise()];
      await decide(product(), scene, handled, 'resolve', { ...DECISION, resolution: 'handled' });
      await decide(product(), scene, mistaken, 'dismiss', DECISION);

      const told = (await all.have(4)).map(eventOf);
      expect(told.map(({ event, data }) => `${event} ${data.id}`).sort()).toEqual(
        [
          `alert.created ${handled.id}`,
          `alert.created ${mistaken.id}`,
          `alert.resolved ${handled.id}`,
          `alert.dismissed ${mistaken.id}`,
        ].sort(),
      );
      const resolved = told.find(({ event }) => event === 'alert.resolved')!;
      expect(resolved).toEqual({ ...resolved, occurred_at: TIMESTAMP, data: dataOfAlert(handled) });
      const dismissed = told.find(({ event }) => event === 'alert.dismissed')!;
      expect(dismissed).toEqual({ ...dismissed, occurred_at: TIMESTAMP, data: dataOfAlert(mistaken) });
      expect(new Set(told.map(({ event_id }) => event_id)).size).toBe(4);

      const bodies = ({ received }: Inbox) => received.map(({ body }) => body.toString()).sort();
      const [first, last] = [await created.have(2), await decided.have(2)];
      expect([...bodies(created), ...bodies(decided)].sort()).toEqual(bodies(all));
      expect(first.map((request) => request.headers['x-service-event'])).toEqual(['alert.created', 'alert.created']);
      expect(last.map((request) => request.headers['x-service-event']).sort()).toEqual([
        'alert.dismissed',
        'alert.resolved',
      ]);
      const attempts = [all, created, decided].flatMap(({ received }) =>
        received.map(({ headers }) => headers['x-service-delivery-id']),
      );
      expect(new Set(attempts).size).toBe(8);

      const foreign = await elsewhere.raise();
      expect((await stranger.have(1)).map((request) => eventOf(request).data.id)).toEqual([foreign.id]);
      expect(all.received).toHaveLength(4);
    });

    it('has succeeded when the receiver says so, and with nothing else', async () => {
      const scene = await newScene(product());
      const elsewhere = receiver.newInbox();
      const location = { location: elsewhere.url };
      const cases: [Inbox['answering'], Partial<Delivery>][] = [
        [{ status: 204 }, { status: 'succeeded', response_status: 204 }],
        [{ status: 299 }, { status: 'succeeded', response_status: 299 }],
        [
          { status: 302, headers: location },
          { status: 'failed', response_status: 302 },
        ],
        [
          { status: 307, headers: location },
          { status: 'failed', response_status: 307 },
        ],
        [{ status: 400 }, { status: 'failed', response_status: 400 }],
        [
          { status: 503, headers: { 'retry-after': '120' } },
          { status: 'failed', response_status: 503 },
        ],
        ['close', { status: 'failed', response_status: null }],
      ];
      const inboxes = cases.map(([answering]) => receiver.newInbox(answering));
      const endpoints = [];
      for (const inbox of inboxes) endpoints.push(await endpointAt(scene, inbox));
      await scene.raise();
      const deliveries = [];
      for (const { id } of endpoints) deliveries.push(await deliveryAfter(scene.tenant, id, 1));

      expect(deliveries).toEqual(cases.map(([, expected]) => expect.objectContaining(expected)));
      expect(elsewhere.received).toEqual([]);
      for (const { status, error, delivered_at, next_retry_at } of deliveries) {
        expect([error, delivered_at, next_retry_at]).toEqual(
          status === 'succeeded' ? [null, TIMESTAMP, undefined] : [expect.stringMatching(/./), null, TIMESTAMP],
        );
      }
      const busy = cases.findIndex(([, { response_status }]) => response_status === 503);
      const wait = Date.parse(deliveries[busy]!.next_retry_at!) - inboxes[busy]!.received[0]!.at;
      expect(wait).toBeGreaterThan(119_000);
      expect(wait).toBeLessThan(180_000);
    });

    it('that failed is tried again, the same event as another attempt, until it succeeds', async () => {
      const scene = await newScene(product());
      const inbox = receiver.newInbox({ status: 500 });
      const endpoint = await endpointAt(scene, inbox);
      await scene.raise();

      const failed = await deliveryAfter(scene.tenant, endpoint.id, 1);
      expect(failed).toEqual({
        id: UUID,
        endpoint_id: endpoint.id,
        event_type: 'alert.created',
        event_id: UUID,
        status: 'failed',
        response_status: 500,
        error: expect.stringMatching(/500/),
        attempt_count: 1,
        next_retry_at: TIMESTAMP,
        delivered_at: null,
        created_at: TIMESTAMP,
      });
      expect(await deliveriesOf(scene.tenant, endpoint.id, '?status=failed')).toEqual([failed]);
      expect(await deliveriesOf(scene.tenant, endpoint.id, '?status=succeeded')).toEqual([]);
      expect(await readEndpoint(scene.tenant, endpoint.id)).toMatchObject({ failing_since: TIMESTAMP });

      inbox.answering = { status: 200 };
      await letTimePass(endpoint);
      const [first, second] = (await inbox.have(2)) as [Inbox['received'][number], Inbox['received'][number]];
      expect(second.body.equals(first.body)).toBe(true);
      expect(second.headers['x-service-event-id']).toBe(first.headers['x-service-event-id']);
      expect(second.headers['x-service-delivery-id']).not.toBe(first.headers['x-service-delivery-id']);
      expect(signatureOf(second, endpoint.secret).isGood).toBe(true);

      const { next_retry_at: _due, ...same } = failed;
      expect(await deliveryAfter(scene.tenant, endpoint.id, 2)).toEqual({
        ...same,
        status: 'succeeded',
        response_status: 200,
        error: null,
        attempt_count: 2,
        delivered_at: TIMESTAMP,
      });
      expect(await deliveriesOf(scene.tenant, endpoint.id, '?status=succeeded')).toHaveLength(1);
      expect(await readEndpoint(scene.tenant, endpoint.id)).toMatchObject({ status: 'active', failing_since: null });
    });

    it('is given up after eight attempts, further and further apart', async () => {
      const scene = await newScene(product());
      const inbox = receiver.newInbox({ status: 500 });
      const endpoint = await endpointAt(scene, inbox);
      await scene.raise();
      const waits: number[] = [];
      for (let attempt = 1; attempt <= SCHEDULE.length; attempt++) {
        const { status, next_retry_at } = await deliveryAfter(scene.tenant, endpoint.id, attempt);
        expect({ attempt, status, next_retry_at }).toEqual({ attempt, status: 'failed', next_retry_at: TIMESTAMP });
        waits.push((Date.parse(next_retry_at!) - inbox.received.at(-1)!.at) / 1_000);
        await letTimePass(endpoint);
      }
      const asPlanned = (wait: number, index: number) =>
        wait > 0.75 * SCHEDULE[index]! && wait < 1.5 * SCHEDULE[index]!;
      expect(waits.filter(asPlanned)).toEqual(waits);

      const last = await deliveryAfter(scene.tenant, endpoint.id, 8);
      expect(last).toMatchObject({ status: 'failed', response_status: 500, attempt_count: 8, delivered_at: null });
      expect(last).not.toHaveProperty('next_retry_at');
      expect(new Set(inbox.received.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(8);
      expect(inbox.received).toHaveLength(8);
      expect(await readEndpoint(scene.tenant, endpoint.id)).toMatchObject({ status: 'active' });
    });

    it.each<[string, Inbox['answering']]>([
      ['waits for its next attempt', { status: 500 }],
      ['is under way', 'nothing'],
    ])('that %s ends with its endpoint', async (_what, answering) => {
      const scene = await newScene(product());
      const [inbox, witness] = [receiver.newInbox(answering), receiver.newInbox({ status: 500 })];
      const [endpoint, other] = [await endpointAt(scene, inbox), await endpointAt(scene, witness)];
      await scene.raise();
      await deliveryAfter(scene.tenant, other.id, 1);
      if (answering === 'nothing') await inbox.have(1);
      else await deliveryAfter(scene.tenant, endpoint.id, 1);

      await deleteEndpoint(scene.tenant, endpoint.id);
      if (answering === 'nothing') {
        await eventually(
          'the attempt is broken off',
          () => Promise.resolve(inbox.received[0]!.isBrokenOff),
          (isBrokenOff) => isBrokenOff,
        );
      }
      inbox.answering = { status: 200 };
      await makeAllDue(endpoint, other);
      await witness.have(2); // what was due with it
      await scene.raise();
      await witness.have(3); // what came after it
      expect(inbox.received).toHaveLength(1);
    });

    it('is signed with the secret of the moment', async () => {
      const scene = await newScene(product());
      const inbox = receiver.newInbox({ status: 500 });
      const endpoint = await endpointAt(scene, inbox);
      await scene.raise();
      await deliveryAfter(scene.tenant, endpoint.id, 1);
      const path = scene.tenant.path(`/webhooks/${endpoint.id}/rotate-secret`);
      const { signing_secret } = dataOf<WithSecret>(await scene.tenant.api.post(path));
      await letTimePass(endpoint);
      const [before, after] = (await inbox.have(2)) as [Inbox['received'][number], Inbox['received'][number]];
      expect([before, after].map((request) => signatureOf(request, endpoint.secret).isGood)).toEqual([true, false]);
      expect([before, after].map((request) => signatureOf(request, signing_secret).isGood)).toEqual([false, true]);
    });

    it('to a receiver that answers 410 is the last one', async () => {
      const scene = await newScene(product());
      const [inbox, witness] = [receiver.newInbox({ status: 410 }), receiver.newInbox({ status: 500 })];
      const [endpoint, other] = [await endpointAt(scene, inbox), await endpointAt(scene, witness)];
      await scene.raise();
      const delivery = await deliveryAfter(scene.tenant, endpoint.id, 1);
      expect(delivery).toMatchObject({ status: 'failed', response_status: 410, delivered_at: null });
      expect(delivery).not.toHaveProperty('next_retry_at');
      expect(await readEndpoint(scene.tenant, endpoint.id)).toMatchObject({
        status: 'disabled',
        status_reason: expect.stringMatching(/410/),
      });
      await deliveryAfter(scene.tenant, other.id, 1);
      await makeAllDue(endpoint, other);
      await witness.have(2);
      await scene.raise();
      await witness.have(3);
      expect(inbox.received).toHaveLength(1);
    });

    describe('is listed', () => {
      let scene: Scene;
      let endpoint: WebhookEndpoint;
      beforeAll(async () => {
        scene = await newScene(product());
        const inbox = receiver.newInbox();
        endpoint = await endpointAt(scene, inbox);
        await inParallel(4, Array<Scene['raise']>(ITEMS).fill(scene.raise));
        await inbox.have(ITEMS);
        await eventually(
          'all have an outcome',
          () => deliveriesOf(scene.tenant, endpoint.id, '?status=succeeded&limit=100'),
          ({ length }) => length === ITEMS,
        );
      });

      paging((query) => scene.tenant.api.get(scene.tenant.path(`/webhooks/${endpoint.id}/deliveries${query}`)));

      it('newest first', async () => {
        const times = (await deliveriesOf(scene.tenant, endpoint.id)).map((one) => Date.parse(one.created_at));
        expect(times).toEqual([...times].sort((a, b) => b - a));
      });
    });
  });
}
