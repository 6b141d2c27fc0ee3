import { Client } from 'pg';
import { dataOf } from './answers';
import { TIMESTAMP, UUID } from './patterns';
import { eventually } from './customers';
import { describeOnOurOwn, type Product } from './product';
import { type Inbox, WebhookReceiver } from './webhook-receiver';
import {
  deleteEndpoint,
  deliveriesOf,
  deliveryAfter,
  endpointAt,
  newScene,
  readEndpoint,
  signatureOf,
  type WithSecret,
} from './webhooks';

/** The seconds from each failed attempt to the next. */
const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** Retries of failed deliveries, and what ends them. */
export function webhookRetries(product: () => Product): void {
  // A deployment that the environment names may be unable to reach this machine.
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

    /** Makes all deliveries due that wait for their next attempt. */
    const letTimePass = (...endpoints: { id: string }[]) =>
      owner.query(
        "UPDATE webhooks.deliveries SET due_at = now() - interval '1 s' WHERE endpoint_id = ANY($1) AND due_at IS NOT NULL",
        [endpoints.map(({ id }) => id)],
      );
    /** Makes all deliveries due, including deliveries that have ended. */
    const makeAllDue = (...endpoints: { id: string }[]) =>
      owner.query("UPDATE webhooks.deliveries SET due_at = now() - interval '1 s' WHERE endpoint_id = ANY($1)", [
        endpoints.map(({ id }) => id),
      ]);

    it('is retried after a failure, with the same event id and new attempt ids, until it succeeds', async () => {
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

    it('ends after eight attempts with growing pauses', async () => {
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
      ['is in progress', 'nothing'],
    ])('that %s ends when its endpoint is deleted', async (_what, answering) => {
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
          'the attempt is cut off',
          () => Promise.resolve(inbox.received[0]!.isBrokenOff),
          (isBrokenOff) => isBrokenOff,
        );
      }
      inbox.answering = { status: 200 };
      await makeAllDue(endpoint, other);
      await witness.have(2); // the delivery that was due at the same time
      await scene.raise();
      await witness.have(3); // a later delivery
      expect(inbox.received).toHaveLength(1);
    });

    it('is signed with the current secret', async () => {
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

    it('to a receiver that returns 410 disables the endpoint', async () => {
      const scene = await newScene(product());
      const [inbox, witness] = [receiver.newInbox({ status: 410 }), receiver.newInbox({ status: 500 })];
      const [endpoint, other] = [await endpointAt(scene, inbox), await endpointAt(scene, witness)];
      await scene.raise();
      const delivery = await deliveryAfter(scene.tenant, endpoint.id, 1);
      expect(delivery).toMatchObject({ status: 'failed', response_status: 410, delivered_at: null });
      expect(delivery).not.toHaveProperty('next_retry_at');
      // The outcome of the delivery is stored before the endpoint is disabled.
      const disabled = await eventually(
        'the endpoint is disabled',
        () => readEndpoint(scene.tenant, endpoint.id),
        ({ status }) => status === 'disabled',
      );
      expect(disabled.status_reason).toMatch(/410/);
      await deliveryAfter(scene.tenant, other.id, 1);
      await makeAllDue(endpoint, other);
      await witness.have(2);
      await scene.raise();
      await witness.have(3);
      expect(inbox.received).toHaveLength(1);
    });
  });
}
