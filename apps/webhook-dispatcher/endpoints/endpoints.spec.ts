import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { newId } from '@probity/platform/ids';
import { Sealer } from '@probity/platform/sealing';
import { verifyWebhook } from '@probity/webhook-verification/verify-webhook';
import { PROJECTIONS } from '../projections';
import type { DispatcherFixture } from '../testing/dispatcher-fixture';
import { type Receiver, signatureOf } from '../testing/receiver';
import { withDispatcher } from '../testing/with-dispatcher';
import { adoptOlderEndpoints } from './adopt-older-endpoints';
import { sealedEndpoints } from './sealed-endpoints';
import { newSigningSecret, openSecret, type SealedEndpoint, sealSecret } from './signing-secret';

let fixture: DispatcherFixture;
let receiver: Receiver;
withDispatcher((started, listening) => ([fixture, receiver] = [started, listening]));
const silent = pino({ level: 'silent' });

const rows = async () =>
  (await fixture.owner.query('SELECT * FROM webhooks.endpoints WHERE tenant_id = $1 ORDER BY id', [fixture.tenantId]))
    .rows;
const actions = async (endpoint: string) => {
  const { rows: entries } = await fixture.owner.query<{ action: string }>(
    'SELECT action FROM webhooks.audit_events WHERE subject_id = $1 ORDER BY at, id',
    [endpoint],
  );
  return entries.map(({ action }) => action);
};

async function rebuild(): Promise<void> {
  const { database } = fixture;
  const close = (): Promise<void> => Promise.resolve();
  const parts = { events: new PostgresEventStore(database), database, logger: silent, close };
  for await (const line of new RebuildProjections('webhooks', PROJECTIONS, () => Promise.resolve(parts)).run())
    expect(line.failed ?? 0).toBe(0);
}

/** Signs with the secret, so a delivery proves that an endpoint was restored. */
async function delivers(endpoint: string, secret: string): Promise<void> {
  const known = receiver.received.length;
  const event = await fixture.happens();
  await fixture.until(() => receiver.received.slice(known).some(({ body }) => body.includes(event)) || undefined);
  const received = receiver.received.find(({ body }) => body.includes(event))!;
  expect(() => verifyWebhook(received.body, signatureOf(received), secret, { now: fixture.now })).not.toThrow();
  await fixture.until(async () => (await fixture.deliveries(endpoint))[0]!.status === 'succeeded' || undefined);
}

describe('endpoints', () => {
  it('are restored from their events when their rows are lost: status, secret and all', async () => {
    const [changed] = await fixture.endpoint(receiver.url);
    const [disabled] = await fixture.endpoint(receiver.url, ['alert.dismissed']);
    const [deleted] = await fixture.endpoint(receiver.url, ['alert.dismissed']);
    fixture.pass(1_000);
    const secret = await fixture.endpoints.rotate(fixture.request(changed), newId(), fixture.now);
    await fixture.endpoints.setStatus(fixture.request(disabled), 'disabled', 'not now', fixture.now);
    await fixture.endpoints.delete(fixture.request(deleted), fixture.now);
    const before = await rows();
    expect(before.map(({ status }) => status as string).sort()).toEqual(['active', 'deleted', 'disabled']);

    await fixture.owner.execute('TRUNCATE webhooks.endpoints, webhooks.audit_events');
    await rebuild();
    expect(await rows()).toEqual(before);
    expect(await actions(changed)).toEqual(['webhook.created', 'webhook.secret_rotated']);
    await delivers(changed, secret);

    await fixture.owner.query("UPDATE webhooks.endpoints SET status = 'active' WHERE id = $1", [disabled]);
    await rebuild();
    expect(await rows()).toEqual(before);
  });

  it('of older versions become events once, and go on; a row that was inserted does not', async () => {
    const older = async (sealer: Sealer): Promise<[id: string, secret: string]> => {
      const [id, secret] = [randomUUID(), newSigningSecret()];
      const endpoint: SealedEndpoint = {
        id,
        tenant_id: fixture.tenantId,
        url: receiver.url,
        event_types: ['alert.created'],
      };
      await fixture.owner.query(
        `INSERT INTO webhooks.endpoints (id, tenant_id, label, url, event_types, status, sealed_secret, created_at, updated_at)
         VALUES ($1, $2, 'older', $3, $4, 'active', $5, $6, $6)`,
        [id, endpoint.tenant_id, endpoint.url, endpoint.event_types, sealSecret(sealer, endpoint, secret), fixture.now],
      );
      return [id, secret];
    };
    const [genuine, secret] = await older(fixture.sealer);
    const [forged] = await older(new Sealer(randomBytes(32)));
    for (let start = 1; start <= 2; start++)
      await adoptOlderEndpoints(fixture.store, fixture.database, fixture.sealer, silent);
    await delivers(genuine, secret);
    expect(await actions(genuine)).toEqual([]);
    await fixture.endpoints.setStatus(fixture.request(genuine), 'disabled', 'not now', fixture.now);
    expect(await actions(genuine)).toEqual(['webhook.disabled']);
    const refused = fixture.endpoints.setStatus(fixture.request(forged), 'disabled', 'not now', fixture.now);
    await expect(refused).rejects.toMatchObject({ kind: 'not_found' });

    await fixture.endpoints.delete(fixture.request(forged), fixture.now);
    expect(await actions(forged)).toEqual(['webhook.deleted']);

    await rebuild();
    const ends = [
      [genuine, 'disabled'],
      [forged, 'deleted'],
    ];
    expect((await rows()).map(({ id, status }) => [id, status])).toEqual(ends.sort());
  });

  it('that were deleted receive nothing when their rows are made active again with the secret of an event', async () => {
    const [endpoint] = await fixture.endpoint(receiver.url);
    const [before] = await rows();
    await fixture.endpoints.delete(fixture.request(endpoint), fixture.now);
    await fixture.owner.query(
      "UPDATE webhooks.endpoints SET status = 'active', sealed_secret = $2, revision = 0 WHERE id = $1",
      [endpoint, before!.sealed_secret],
    );
    const known = receiver.received.length;
    await fixture.happens();
    await fixture.delivery(endpoint, ({ attempt_count, status }) => attempt_count > 0 && status === 'failed');
    expect(receiver.received).toHaveLength(known);
    const notices = await fixture.owner.query('SELECT FROM platform.contradictions WHERE stream LIKE $1', [
      `%${endpoint}`,
    ]);
    expect(notices.rows).toHaveLength(1);
    await rebuild();
    expect(await rows()).toMatchObject([{ status: 'deleted', sealed_secret: null }]);
  });

  it('have their secrets under the new key in an event when the master key is replaced', async () => {
    const [endpoint, secret] = await fixture.endpoint(receiver.url);
    const sealer = new Sealer({ current: randomBytes(32), previous: fixture.masterKey });
    const sealed = sealedEndpoints(fixture.database, sealer, fixture.store);
    const { signal } = new AbortController();
    const { rows: all } = await fixture.owner.query('SELECT FROM webhooks.endpoints WHERE sealed_secret IS NOT NULL');
    const before = all.length;
    expect(await sealed.reseal(signal)).toEqual({ resealed: before, unreadable: [] });
    expect(await sealed.reseal(signal)).toEqual({ resealed: 0, unreadable: [] });
    expect([...(await sealed.count()).keys()]).toEqual([sealer.keyId]);
    await fixture.owner.execute('TRUNCATE webhooks.endpoints');
    await rebuild();
    const [row] = await rows();
    const { id, tenant_id, url, event_types } = row as SealedEndpoint;
    expect(openSecret(sealer, { id, tenant_id, url, event_types }, row!.sealed_secret as Buffer)).toBe(secret);
    expect(await actions(endpoint)).toEqual(['webhook.created', 'webhook.secret_resealed']);
  });
});
