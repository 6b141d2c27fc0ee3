import { randomUUID } from 'node:crypto';
import { isUuid, newId } from '@probity/platform/ids';
import { verifyWebhook } from '@probity/webhook-verification/verify-webhook';
import type { DispatcherFixture } from '../testing/dispatcher-fixture';
import { Receiver, signatureOf } from '../testing/receiver';
import { withDispatcher } from '../testing/with-dispatcher';
import { RETRY_DELAYS_MS } from './retry-schedule';

const HOUR_MS = 3_600_000;

let fixture: DispatcherFixture;
let receiver: Receiver;
withDispatcher((started, listening) => ([fixture, receiver] = [started, listening]));

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

  it('is created once for each endpoint that has the event type, however often the event arrives', async () => {
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

  it('that fails is retried by the schedule, and has the status failed after the last attempt', async () => {
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
    expect(last).toMatchObject({ status: 'failed', attempt_count: 8, error: 'the receiver returned 500' });
    expect(last).not.toHaveProperty('next_retry_at');
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(8);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-event-id'])).size).toBe(1);
    fixture.pass(100 * HOUR_MS);
    expect((await fixture.deliveries(endpoint))[0]!.attempt_count).toBe(8);
  });

  it('that succeeds at a later attempt has the status succeeded', async () => {
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
  ])('waits as long as the receiver requests (Retry-After: %s), within limits', async (header, ms) => {
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
    expect(error).toBe('the receiver returned 307; redirects are not followed');
    expect(elsewhere.received).toHaveLength(0);
    await elsewhere.stop();
  });

  it('ends even if the response does not end', async () => {
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

  it('ends early if the receiver sends too many interim responses', async () => {
    receiver.answer = (response) => {
      const interim = Array(1_000).fill('HTTP/1.1 103 Early Hints\r\n\r\n').join('');
      const more = setInterval(() => response.socket?.write(interim), 1);
      response.on('close', () => clearInterval(more));
    };
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    const { error } = await fixture.delivery(endpoint, ({ status }) => status === 'failed');
    expect(error).toBe('the receiver sent too many interim responses');
  });

  it('that the receiver rejects delays no other delivery', async () => {
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

  it.each([
    ['another receiver', (url: string) => `url = '${url}'`],
    ['more events', () => "event_types = '{alert.created,case.closed}'"],
    ['another tenant', () => 'tenant_id = gen_random_uuid()'],
  ])('is not sent, and is reported, when the row was changed to %s', async (_what, assignment) => {
    const other = await Receiver.start();
    const [endpoint] = await fixture.endpoint(receiver.url);
    receiver.status(500);
    await fixture.happens();
    await fixture.delivery(endpoint, ({ status }) => status === 'failed');
    const before = receiver.received.length;
    await fixture.owner.query(`UPDATE webhooks.endpoints SET ${assignment(other.url)} WHERE id = $1`, [endpoint]);
    fixture.pass(6_000);
    await fixture.until(async () => {
      const { rows } = await fixture.owner.query<{ attempt_count: number }>(
        'SELECT attempt_count FROM webhooks.deliveries WHERE endpoint_id = $1',
        [endpoint],
      );
      return rows[0]!.attempt_count > 1 || undefined;
    });
    const reported = await fixture.until(async () => {
      const { rows } = await fixture.owner.query('SELECT stream FROM platform.contradictions');
      return rows.length > 0 ? rows : undefined;
    });
    expect(reported).toContainEqual({ stream: `grant:webhook/${endpoint}` });
    expect([receiver.received.length, other.received.length]).toEqual([before, 0]);
    await fixture.owner.query('DELETE FROM platform.contradictions');
    await other.stop();
  });

  it('whose secret cannot be opened fails by the schedule, and says what to do', async () => {
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.owner.query("UPDATE webhooks.endpoints SET sealed_secret = '\\x01' WHERE id = $1", [endpoint]);
    await fixture.happens();
    const delivery = await fixture.delivery(endpoint, ({ status }) => status === 'failed');
    expect(delivery.error).toContain('create a new one');
    expect(delivery.next_retry_at).toBeDefined();
    expect(receiver.received).toHaveLength(0);
    await expect(fixture.endpoints.rotate(fixture.request(endpoint), newId(), fixture.now)).rejects.toMatchObject({
      code: 'webhook_changed',
    });
  });

  it('to a receiver that hangs delays no other delivery', async () => {
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
