import { newId } from '@probity/platform/ids';
import { verifyWebhook } from '@probity/webhook-verification/verify-webhook';
import { settleQueues } from '../housekeeping/settle-queues';
import type { DispatcherFixture } from '../testing/dispatcher-fixture';
import { type Receiver, signatureOf } from '../testing/receiver';
import { withDispatcher } from '../testing/with-dispatcher';
import { MAX_FAILING_MS } from './outcome';

const HOUR_MS = 3_600_000;

let fixture: DispatcherFixture;
let receiver: Receiver;
withDispatcher((started, listening) => ([fixture, receiver] = [started, listening]));

describe('an endpoint', () => {
  it('that is deleted receives nothing more: attempts in progress are ended, waiting deliveries are canceled', async () => {
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

  it('that returns 410 is disabled, and later deliveries have the status failed until they are replayed', async () => {
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
      'SELECT action FROM webhooks.audit_events WHERE subject_id = $1 ORDER BY action',
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

  it('whose deliveries all failed for five days is disabled; one success restarts the period', async () => {
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
