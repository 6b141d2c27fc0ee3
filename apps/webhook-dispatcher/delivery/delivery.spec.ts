import { randomUUID } from 'node:crypto';
import { isUuid, newId } from '@probity/platform/ids';
import { verifyWebhook } from '@probity/webhook-verification/verify-webhook';
import { forgetOldDeliveries, KEPT_MS } from '../housekeeping/forget-old-deliveries';
import { settleQueues } from '../housekeeping/settle-queues';
import { DispatcherFixture } from '../testing/dispatcher-fixture';
import { Receiver } from '../testing/receiver';
import { claimDeliveries } from './claim';
import { MAX_FAILING_MS, outcomeOf } from './outcome';
import { RETRY_DELAYS_MS } from './retry-schedule';
import { storeOutcomes } from './store-outcomes';

const HOUR_MS = 3_600_000;

let fixture: DispatcherFixture;
let receiver: Receiver;
beforeAll(async () => {
  fixture = await DispatcherFixture.start();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  fixture.tenantId = randomUUID();
  receiver = await Receiver.start();
});
afterEach(() => receiver.stop());

const signatureOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  headers['x-service-signature'] as string;

describe('a delivery', () => {
  it('sends the stored bytes, signed, with the four headers', async () => {
    const [endpoint, secret] = await fixture.endpoint(receiver.url);
    const eventId = await fixture.happens();
    const delivery = await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');

    expect(delivery).toMatchObject({ event_id: eventId, response_status: 204, attempt_count: 1, error: null });
    expect(delivery.delivered_at).toBe(fixture.now.toISOString());
    expect(delivery).not.toHaveProperty('next_retry_at');
    const [received] = receiver.received;
    expect(received!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'alert.created',
      'x-service-event-id': eventId,
      'x-service-delivery-id': delivery.attempts[0]!.id,
    });
    expect(isUuid(delivery.attempts[0]!.id)).toBe(true);
    const event = verifyWebhook(received!.body, signatureOf(received!), secret, { now: fixture.now });
    expect(event).toMatchObject({ event: 'alert.created', event_id: eventId, tenant_id: fixture.tenantId });
    expect(Object.keys(JSON.parse(received!.body) as object)).toEqual([
      'event',
      'event_id',
      'tenant_id',
      'occurred_at',
      'data',
    ]);
  });

  it('is made once for each endpoint that wants the event, however often the event comes', async () => {
    const [one] = await fixture.endpoint(receiver.url);
    const [other] = await fixture.endpoint(receiver.url, ['alert.created', 'alert.resolved']);
    const [neither] = await fixture.endpoint(receiver.url, ['alert.dismissed']);
    const eventId = randomUUID();
    await Promise.all([fixture.happens('alert.created', eventId), fixture.happens('alert.created', eventId)]);
    await fixture.happens('alert.created', eventId);
    for (const endpoint of [one, other]) await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');
    expect(await fixture.deliveries(one)).toHaveLength(1);
    expect(await fixture.deliveries(other)).toHaveLength(1);
    expect(await fixture.deliveries(neither)).toHaveLength(0);
    const mine = receiver.received.filter(({ headers }) => headers['x-service-event-id'] === eventId);
    expect(mine).toHaveLength(2);
    expect(new Set(mine.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(2);
    expect(mine[0]!.body).toBe(mine[1]!.body);
  });

  it('that fails is tried again by the schedule, and after the last time has failed for good', async () => {
    receiver.status(500);
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    for (const [index, ms] of RETRY_DELAYS_MS.entries()) {
      const failed = await fixture.delivery(
        endpoint,
        ({ attempts, status }) => attempts.length > index && status === 'failed',
      );
      expect(failed).toMatchObject({ attempt_count: index + 1, response_status: 500, delivered_at: null });
      expect(failed.next_retry_at).toBe(new Date(fixture.now.getTime() + ms * 1.1).toISOString());
      fixture.pass(ms * 1.1 - 1);
      fixture.pass(1);
    }
    const last = await fixture.delivery(endpoint, ({ attempts }) => attempts.length === 8);
    expect(last).toMatchObject({ status: 'failed', attempt_count: 8, error: 'the receiver answered 500' });
    expect(last).not.toHaveProperty('next_retry_at');
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(8);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-event-id'])).size).toBe(1);
    fixture.pass(100 * HOUR_MS);
    expect((await fixture.deliveries(endpoint))[0]!.attempt_count).toBe(8);
  });

  it('that succeeds at a later attempt has succeeded', async () => {
    receiver.status(503);
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    await fixture.delivery(endpoint, ({ status }) => status === 'failed');
    receiver.status(200);
    fixture.pass(6_000);
    const delivery = await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');
    expect(delivery).toMatchObject({ attempt_count: 2, response_status: 200, error: null });
    expect(delivery.attempts.map(({ response_status }) => response_status)).toEqual([503, 200]);
  });

  it.each([
    ['60', 60_000],
    ['1', 5_500],
    ['9999999', 10 * HOUR_MS],
  ])('waits as long as the receiver asks (Retry-After: %s), within bounds', async (header, ms) => {
    receiver.status(429, { 'retry-after': header });
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    const { next_retry_at } = await fixture.delivery(endpoint, ({ status }) => status === 'failed');
    expect(Date.parse(next_retry_at!) - fixture.now.getTime()).toBe(ms);
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await Receiver.start();
    receiver.status(307, { location: elsewhere.url });
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    const { error } = await fixture.delivery(endpoint, ({ status }) => status === 'failed');
    expect(error).toBe('the receiver answered 307; redirects are not followed');
    expect(elsewhere.received).toHaveLength(0);
    await elsewhere.stop();
  });

  it('is done with an endless answer', async () => {
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write('x'.repeat(16_384)), 1);
      response.on('close', () => clearInterval(more));
    };
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');
    await fixture.until(() => receiver.cutOff === 1 || undefined);
  });

  it('is given up early when interim responses do not end', async () => {
    receiver.answer = (response) => {
      const interim = Array(1_000).fill('HTTP/1.1 103 Early Hints\r\n\r\n').join('');
      const more = setInterval(() => response.socket?.write(interim), 1);
      response.on('close', () => clearInterval(more));
    };
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    const { error } = await fixture.delivery(endpoint, ({ status }) => status === 'failed');
    expect(error).toBe('the receiver sent interim responses without end');
  });

  it('that the receiver will not have holds up no other', async () => {
    receiver.answer = (response, { headers }) => {
      response.writeHead(headers['x-service-event-id'] === wanted ? 200 : 422).end();
    };
    const wanted = randomUUID();
    const [endpoint] = await fixture.endpoint(receiver.url);
    for (let n = 0; n < 30; n++) await fixture.happens();
    await fixture.happens('alert.created', wanted);
    await fixture.until(async () => {
      const deliveries = await fixture.deliveries(endpoint);
      return deliveries.some(({ status, event_id }) => status === 'succeeded' && event_id === wanted) || undefined;
    });
  });

  it('whose secret cannot be opened fails by the schedule, and says what to do', async () => {
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.owner.query("UPDATE webhooks.endpoints SET sealed_secret = '\\x01' WHERE id = $1", [endpoint]);
    await fixture.happens();
    const delivery = await fixture.delivery(endpoint, ({ status }) => status === 'failed');
    expect(delivery.error).toContain('rotate the secret');
    expect(delivery.next_retry_at).toBeDefined();
    expect(receiver.received).toHaveLength(0);
    await fixture.endpoints.rotate(fixture.request(endpoint), newId(), fixture.now);
    fixture.pass(6_000);
    await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');
  });

  it('to a receiver that hangs holds up nobody else', async () => {
    receiver.answer = () => {};
    const [hanging] = await fixture.endpoint(receiver.url);
    const healthy = await Receiver.start();
    const [endpoint] = await fixture.endpoint(healthy.url);
    for (let n = 0; n < 30; n++) await fixture.happens();
    await fixture.until(async () => {
      const deliveries = await fixture.deliveries(endpoint);
      return deliveries.every(({ status }) => status === 'succeeded') || undefined;
    });
    expect((await fixture.deliveries(hanging)).every(({ status }) => status === 'pending')).toBe(true);
    await fixture.endpoints.delete(fixture.request(hanging), fixture.now);
    fixture.dispatcher.abort(hanging);
    await healthy.stop();
  });
});

describe('an endpoint', () => {
  it('that is deleted gets nothing more: what is under way is cut off, what waits is canceled', async () => {
    receiver.answer = () => {};
    const [endpoint] = await fixture.endpoint(receiver.url);
    for (let n = 0; n < 20; n++) await fixture.happens();
    await fixture.until(() => receiver.received.length > 0 || undefined);
    await fixture.endpoints.delete(fixture.request(endpoint), fixture.now);
    await fixture.until(() => (receiver.cutOff > 0 && receiver.cutOff === receiver.received.length) || undefined);
    const before = receiver.received.length;
    fixture.pass(HOUR_MS);
    await settleQueues(fixture.database, fixture.now);
    const deliveries = await fixture.deliveries(endpoint);
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['canceled']));
    expect(receiver.received).toHaveLength(before);
    expect(await fixture.queries.endpoint(fixture.tenantId, endpoint)).toBeUndefined();
    const { rows } = await fixture.owner.query('SELECT sealed_secret FROM webhooks.endpoints WHERE id = $1', [
      endpoint,
    ]);
    expect(rows).toEqual([{ sealed_secret: null }]);
  });

  it('with a new secret gets the next attempt signed with it', async () => {
    receiver.status(500);
    const [endpoint, old] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    await fixture.delivery(endpoint, ({ status }) => status === 'failed');
    const rotation = newId();
    const secret = await fixture.endpoints.rotate(fixture.request(endpoint), rotation, fixture.now);
    expect(secret).not.toBe(old);
    expect(await fixture.endpoints.rotate(fixture.request(endpoint), rotation, fixture.now)).toBe(secret);
    const older = fixture.endpoints.rotate(
      fixture.request(endpoint),
      '00000000-0000-7000-8000-000000000000',
      fixture.now,
    );
    await expect(older).rejects.toMatchObject({ code: 'rotated_since' });
    receiver.status(200);
    fixture.pass(6_000);
    await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');
    const [first, second] = receiver.received;
    const now = { now: fixture.now };
    expect(() => verifyWebhook(first!.body, signatureOf(first!), old, now)).not.toThrow();
    expect(() => verifyWebhook(second!.body, signatureOf(second!), secret, now)).not.toThrow();
    expect(() => verifyWebhook(second!.body, signatureOf(second!), old, now)).toThrow();
  });

  it('that answers 410 is disabled, and what comes then has failed until it is replayed', async () => {
    receiver.status(410);
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    await fixture.until(async () => {
      const detail = await fixture.queries.endpoint(fixture.tenantId, endpoint);
      return detail?.status === 'disabled' || undefined;
    });
    await fixture.happens();
    const deliveries = await fixture.deliveries(endpoint);
    expect(deliveries.map(({ status, attempt_count }) => [status, attempt_count])).toEqual(
      expect.arrayContaining([
        ['failed', 0],
        ['failed', 1],
      ]),
    );
    expect(deliveries.every((delivery) => !('next_retry_at' in delivery))).toBe(true);
    const request = fixture.request(endpoint);
    const since = new Date(fixture.now.getTime() - 1_000);
    const until = new Date(fixture.now.getTime() + 1_000);
    await expect(fixture.redelivery.replay(request, since, until, 10, fixture.now)).rejects.toMatchObject({
      code: 'webhook_disabled',
    });
    await fixture.endpoints.setStatus(request, 'active', 'works again', fixture.now);
    receiver.status(200);
    expect(await fixture.redelivery.replay(request, since, until, 1, fixture.now)).toBe(1);
    expect(await fixture.redelivery.replay(request, since, until, 10, fixture.now)).toBe(1);
    fixture.dispatcher.wake();
    await fixture.until(async () => {
      const replayed = await fixture.deliveries(endpoint);
      return replayed.every(({ status }) => status === 'succeeded') || undefined;
    });
    const { rows } = await fixture.owner.query<{ action: string }>(
      'SELECT action FROM webhooks.audit_events WHERE subject_id = $1 ORDER BY id',
      [endpoint],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.disabled',
      'webhook.enabled',
      'webhook.replayed',
      'webhook.replayed',
    ]);
  });

  it('that has only failed for five days is disabled; one success begins anew', async () => {
    receiver.status(500);
    const [endpoint] = await fixture.endpoint(receiver.url);
    const failing = async (): Promise<string | null> => {
      await fixture.happens();
      const n = (await fixture.deliveries(endpoint)).length;
      await fixture.until(() => receiver.received.length >= n || undefined);
      await fixture.delivery(endpoint, ({ attempts }) => attempts.length > 0);
      return (await fixture.queries.endpoint(fixture.tenantId, endpoint))!.failing_since;
    };
    const began = fixture.now.toISOString();
    await failing();
    expect(
      await fixture.until(
        async () => (await fixture.queries.endpoint(fixture.tenantId, endpoint))?.failing_since ?? undefined,
      ),
    ).toBe(began);
    fixture.pass(MAX_FAILING_MS);
    const detail = await fixture.until(async () => {
      const found = await fixture.queries.endpoint(fixture.tenantId, endpoint);
      return found?.status === 'disabled' ? found : undefined;
    });
    expect(detail.status_reason).toContain(began);
    await fixture.endpoints.setStatus(fixture.request(endpoint), 'active', 'mended', fixture.now);
    expect((await fixture.queries.endpoint(fixture.tenantId, endpoint))!.failing_since).toBeNull();
  });
});

describe('what an attempt says of its endpoint', () => {
  it('counts less than a success in the same moment or since, and less than what staff have decided since', async () => {
    const days = MAX_FAILING_MS + 1;
    const failed = async (store: (outcome: () => Promise<unknown>, endpoint: string) => Promise<unknown>) => {
      receiver.answer = () => {};
      const [endpoint] = await fixture.endpoint(receiver.url);
      const since = new Date(fixture.now.getTime() - days);
      await fixture.owner.query('UPDATE webhooks.endpoints SET failing_since = $2 WHERE id = $1', [endpoint, since]);
      await fixture.dispatcher.stop();
      await fixture.happens();
      const room = { total: 99, each: 9, free: new Map(), eachTenant: 9, freeOfTenants: new Map() };
      const claimed = await claimDeliveries(fixture.database, fixture.now, room);
      const delivery = claimed.find(({ endpoint_id }) => endpoint_id === endpoint);
      const facts = { id: newId(), at: fixture.now, ended: fixture.now };
      const result = { response_status: 500, error: 'the receiver answered 500', retry_after_ms: 0 };
      const outcome = outcomeOf(delivery!, facts, result, 0);
      await store(() => storeOutcomes(fixture.database, [outcome], fixture.now), endpoint);
      fixture.dispatcher = fixture.newDispatcher();
      fixture.dispatcher.start();
      return (await fixture.queries.endpoint(fixture.tenantId, endpoint))!.status;
    };
    expect(await failed((store) => store())).toBe('disabled');
    const worked = 'UPDATE webhooks.endpoints SET failing_since = NULL WHERE id = $1';
    const since = async (store: () => Promise<unknown>, endpoint: string) => {
      await fixture.owner.query(worked, [endpoint]);
      await store();
    };
    expect(await failed(since)).toBe('active');
    const takenOver = async (store: () => Promise<unknown>, endpoint: string) => {
      await fixture.owner.query('UPDATE webhooks.deliveries SET claim = $2 WHERE endpoint_id = $1', [
        endpoint,
        newId(),
      ]);
      await store();
    };
    expect(await failed(takenOver)).toBe('active');
  });
});

describe('when a dispatcher dies', () => {
  it('another takes over after the lease, counts the attempt, and what the first says late changes nothing', async () => {
    receiver.answer = () => {};
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    await fixture.until(() => receiver.received.length === 1 || undefined);
    receiver.answer = (response) => response.writeHead(200).end();
    const other = fixture.newDispatcher();
    other.start();
    fixture.now = new Date(fixture.now.getTime() + 61_000); // only the other one looks
    const delivery = await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');
    expect(delivery.attempt_count).toBe(2);
    expect(delivery.attempts.map(({ number }) => number)).toEqual([2]);
    expect(receiver.received).toHaveLength(2);
    await other.stop();
    fixture.dispatcher.abort(endpoint); // the first one's attempt ends, and would say that it was canceled
    await fixture.until(() => receiver.cutOff === 1 || undefined);
    await fixture.dispatcher.stop(); // when what it has to say is said
    expect((await fixture.deliveries(endpoint))[0]).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    fixture.dispatcher = fixture.newDispatcher();
    fixture.dispatcher.start();
  });

  it('in an orderly way, what is under way is sent again at once, and takes no place in the schedule', async () => {
    receiver.answer = () => {};
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    await fixture.until(() => receiver.received.length === 1 || undefined);
    await fixture.dispatcher.stop();
    const [cut] = await fixture.deliveries(endpoint);
    expect(cut).toMatchObject({ status: 'pending', attempt_count: 1 });
    receiver.status(200);
    fixture.dispatcher = fixture.newDispatcher();
    fixture.dispatcher.start();
    const delivery = await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');
    expect(delivery.attempt_count).toBe(2);
  });
});

it('what was delivered is forgotten after 90 days', async () => {
  const [endpoint] = await fixture.endpoint(receiver.url);
  const eventId = await fixture.happens();
  await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');
  await forgetOldDeliveries(fixture.database, new Date(fixture.now.getTime() + KEPT_MS));
  expect(await fixture.deliveries(endpoint)).toHaveLength(1);
  await forgetOldDeliveries(fixture.database, new Date(fixture.now.getTime() + KEPT_MS + 1));
  expect(await fixture.deliveries(endpoint)).toHaveLength(0);
  const { rows } = await fixture.owner.query('SELECT FROM webhooks.events WHERE event_id = $1', [eventId]);
  expect(rows).toHaveLength(0);
});
