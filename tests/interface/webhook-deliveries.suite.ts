import { TIMESTAMP, UUID } from './patterns';
import { inParallel } from './books';
import { eventually } from './customers';
import { paging } from './paging';
import { describeOnOurOwn, type Product } from './product';
import { type Inbox, WebhookReceiver } from './webhook-receiver';
import {
  dataOfAlert,
  DECISION,
  decide,
  deliveriesOf,
  type Delivery,
  deliveryAfter,
  endpointAt,
  eventOf,
  EVERY_EVENT,
  newScene,
  type Scene,
  signatureOf,
  type WebhookEndpoint,
} from './webhooks';

const ITEMS = 21; // more than the default page

/** The content of deliveries, their endpoints, and their list. */
export function webhookDeliveries(product: () => Product): void {
  // A deployment that the environment names may be unable to reach this machine.
  describeOnOurOwn('a delivery', () => {
    let receiver: WebhookReceiver;
    beforeAll(async () => {
      receiver = await WebhookReceiver.start();
    });
    afterAll(() => receiver?.stop());

    it('has the body that the interface documents for an alert, byte for byte, and is signed', async () => {
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

    it('goes to every endpoint that subscribes to the event, with one event id, and to no other', async () => {
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

    it('reports an alert that staff handed on, and not one that an officer hands to a colleague', async () => {
      const scene = await newScene(product());
      const inbox = receiver.newInbox();
      await endpointAt(scene, inbox, ['alert.resolved', 'alert.dismissed']);
      const [reviewed, handedOn] = [await scene.raise(), await scene.raise()];
      await decide(product(), scene, reviewed, 'escalate', DECISION);
      await decide(product(), scene, handedOn, 'resolve', { ...DECISION, resolution: 'escalated' });
      await decide(product(), scene, reviewed, 'dismiss', DECISION);
      const reported = (await inbox.have(2)).map(eventOf).map(({ event, data }) => `${event} ${data.id}`);
      expect(reported.sort()).toEqual([`alert.resolved ${handedOn.id}`, `alert.dismissed ${reviewed.id}`].sort());
      expect(inbox.received).toHaveLength(2);
    });

    it('succeeds only if the receiver returns 2xx', async () => {
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
