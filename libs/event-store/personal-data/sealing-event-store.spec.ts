import { randomBytes, randomUUID } from 'node:crypto';
import { CustomerCreated, customerStream } from '@probity/contracts/customers/events';
import { ERASED } from '@probity/contracts/personal-data/redact';
import { SEALED_FIELD } from '@probity/contracts/personal-data/sealed-facts';
import { personalDataKeys, personalDataKeysOf } from '@probity/platform/keys/key-variables';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { type NewEvent, NO_STREAM, type RecordedEvent, WrongExpectedRevision } from '../event-store';
import { PostgresEventStore } from '../postgres/postgres-event-store';
import { describeEventStore } from '../testing/event-store-contract';
import { DataKeys } from './data-keys';
import { PersonalDataCodec } from './personal-data-codec';
import { SealingEventStore } from './sealing-event-store';

const KEY = randomBytes(32);
const DESTROY = 'UPDATE privacy.data_keys SET sealed_key = NULL, destroyed_at = now() WHERE subject = $1';
const RAW = 'SELECT id, data FROM event_store.events WHERE stream = $1 ORDER BY revision';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** As another process would have it: with no keys kept. */
const openStore = (key = KEY): SealingEventStore =>
  new SealingEventStore(new PostgresEventStore(test.owner), new PersonalDataCodec(new DataKeys(test.owner, key)));

describeEventStore('sealed, on Postgres', () => ({ store: openStore(), sql: test.owner }));

function aCreation(customer_id: string = randomUUID()): { stream: string; event: NewEvent; customer_id: string } {
  const data = { ...(CustomerCreated.example as Record<string, unknown>), customer_id };
  return {
    stream: customerStream(customer_id),
    event: { id: randomUUID(), type: 'CustomerCreated', data },
    customer_id,
  };
}
const NAME = (CustomerCreated.example as { profile: { full_name: string; email: string } }).profile.full_name;
const raw = async (stream: string): Promise<string> =>
  (await test.owner.query<{ data: string }>(RAW, [stream])).rows.map(({ data }) => data).join();
const NONE = () => Promise.resolve();

async function follow(store: SealingEventStore, prefix: string): Promise<RecordedEvent[]> {
  for await (const { events } of store.subscribe(prefix, undefined, AbortSignal.timeout(5_000))) {
    if (events.length > 0) return events;
  }
  return [];
}

describe('an event with personal data', () => {
  it('is stored sealed, and projected, read and followed in clear', async () => {
    const { stream, event } = aCreation();
    const projected: RecordedEvent[] = [];
    const store = openStore();
    const [recorded] = await store.append(stream, NO_STREAM, [event], async (_sql, events) => {
      projected.push(...events);
    });
    expect(await raw(stream)).not.toContain(NAME);
    expect(await raw(stream)).toContain(SEALED_FIELD);
    const whole = { ...event, stream, revision: 0 };
    expect(recorded).toEqual(whole);
    expect(projected).toEqual([whole]);
    expect(await openStore().lastEvent(stream)).toEqual(whole);
    expect(await follow(openStore(), stream)).toEqual([whole]);
    for await (const chunk of openStore().readStream(stream)) expect(chunk).toEqual([whole]);
  });

  it('is stored once when its append is repeated, also by another process', async () => {
    const { stream, event } = aCreation();
    await openStore().append(stream, NO_STREAM, [event], NONE);
    await expect(openStore().append(stream, NO_STREAM, [event], NONE)).resolves.toHaveLength(1);
    expect(await openStore().beginStreams([{ stream, event }], NONE)).toEqual(new Set([stream]));
    const other = { ...event, data: { ...(event.data as object), kyc_status: 'approved' } };
    await expect(openStore().append(stream, NO_STREAM, [other], NONE)).rejects.toThrow(WrongExpectedRevision);
  });

  it('of a megabyte is not much larger when it is sealed', async () => {
    const { stream, event } = aCreation();
    const random = randomBytes(700_000).toString('base64');
    const data = event.data as { profile: object };
    const large = { ...event, data: { ...data, profile: { ...data.profile, metadata: { random } } } };
    await openStore().append(stream, NO_STREAM, [large], NONE);
    expect((await raw(stream)).length).toBeLessThan(1.05 * JSON.stringify(large.data).length);
    expect((await openStore().lastEvent(stream))!.data).toEqual(large.data);
  });

  it('has placeholders when its key was destroyed, for readers and for later appends', async () => {
    const { stream, event, customer_id } = aCreation();
    await openStore().append(stream, NO_STREAM, [event], NONE);
    await test.owner.query(DESTROY, [customer_id]);
    const profile = { email: ERASED, customer_type: 'individual', account_refs: [] };
    expect(await openStore().lastEvent(stream)).toMatchObject({ data: { customer_id, profile } });
    expect(JSON.stringify(await openStore().lastEvent(stream))).not.toContain(NAME);

    const projected: RecordedEvent[] = [];
    const later = { ...event, id: randomUUID() };
    await openStore().append(stream, 0, [later], async (_sql, events) => {
      projected.push(...events);
    });
    expect(projected).toMatchObject([{ id: later.id, data: { profile } }]);
    expect(JSON.stringify(projected)).not.toContain(NAME);
    expect(await raw(stream)).not.toContain(NAME);
  });

  it('of an older version is read as it is, and with placeholders when the key of its subject was destroyed', async () => {
    const { stream, event, customer_id } = aCreation();
    await new PostgresEventStore(test.owner).append(stream, NO_STREAM, [event], NONE);
    expect(await openStore().lastEvent(stream)).toMatchObject({ data: event.data });
    await new DataKeys(test.owner, KEY).findOrCreate([{ id: customer_id, kind: 'customer', tenant_id: randomUUID() }]);
    await test.owner.query(DESTROY, [customer_id]);
    expect(await openStore().lastEvent(stream)).toMatchObject({ data: { profile: { email: ERASED } } });
  });

  it('counts as damaged when its sealed field was changed, copied from another event, or its key is missing', async () => {
    const [one, other, lost] = [aCreation(), aCreation(), aCreation()];
    for (const { stream, event } of [one, other, lost]) await openStore().append(stream, NO_STREAM, [event], NONE);
    await test.owner.query('ALTER TABLE event_store.events DISABLE TRIGGER USER');
    await test.owner.query('UPDATE event_store.events SET data = $2 WHERE stream = $1', [
      one.stream,
      await raw(other.stream),
    ]);
    await test.owner.query('ALTER TABLE event_store.events ENABLE TRIGGER USER');
    await test.owner.query('DELETE FROM privacy.data_keys WHERE subject = $1', [lost.customer_id]);
    for (const { stream } of [one, lost]) expect((await openStore().lastEvent(stream))!.data).toBeUndefined();
    expect((await openStore().lastEvent(other.stream))!.data).toEqual(other.event.data);
  });
});

describe('the keys', () => {
  it('are created once by many processes at the same time', async () => {
    const subjects = Array.from({ length: 20 }, () => ({
      id: randomUUID(),
      kind: 'customer' as const,
      tenant_id: randomUUID(),
    }));
    const found = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        new DataKeys(test.owner, KEY).findOrCreate(n % 2 === 0 ? subjects : subjects.toReversed()),
      ),
    );
    for (const { id } of subjects) {
      const sealed = new Set(
        found.map((keys) => (keys.get(id) as { seal: (a: string, b: string) => string }).seal('x', 'y')),
      );
      expect(sealed.size).toBe(1);
    }
  });

  it('cannot be used with another key of the installation, and a start says so', async () => {
    await new DataKeys(test.owner, KEY).checkInstallationKey();
    await expect(new DataKeys(test.owner, randomBytes(32)).checkInstallationKey()).rejects.toThrow(
      /^PROBITY_PERSONAL_DATA_KEY is not the key/,
    );
    const following = personalDataKeys(personalDataKeysOf({ current: randomBytes(32) }, {}));
    await expect(new DataKeys(test.owner, following).checkInstallationKey()).rejects.toThrow(
      /^PROBITY_MASTER_KEY is not the key/,
    );
  });

  it('belong to the services: each creates its own kind, and none changes or deletes one', async () => {
    const [customerRisk, pipeline, relay] = await Promise.all(
      ['probity_customer_risk', 'probity_pipeline', 'probity_relay'].map((role) => test.as(role)),
    );
    const subject = (kind: 'customer' | 'case_file' | 'event' | 'provider_signal') => ({
      id: randomUUID(),
      kind,
      tenant_id: randomUUID(),
    });
    await new DataKeys(customerRisk!, KEY).findOrCreate([subject('customer')]);
    await new DataKeys(pipeline!, KEY).findOrCreate([subject('provider_signal'), subject('event')]);
    // It may be the first to seal something of a customer of an earlier version.
    await new DataKeys(pipeline!, KEY).findOrCreate([subject('customer')]);
    await expect(new DataKeys(pipeline!, KEY).findOrCreate([subject('case_file')])).rejects.toThrow(
      /row-level security/,
    );
    await expect(new DataKeys(relay!, KEY).findOrCreate([subject('customer')])).rejects.toThrow(/permission denied/);
    for (const database of [customerRisk!, pipeline!, relay!]) {
      await expect(database.query(DESTROY, [randomUUID()])).rejects.toThrow(/permission denied/);
      await expect(database.query('DELETE FROM privacy.data_keys')).rejects.toThrow(/permission denied/);
    }
    for (const role of ['probity_gateway', 'probity_back_office', 'probity_webhook_dispatcher', 'probity_ledger']) {
      const other = await test.as(role);
      await expect(other.query('SELECT FROM privacy.data_keys')).rejects.toThrow(/permission denied/);
    }
  });
});
