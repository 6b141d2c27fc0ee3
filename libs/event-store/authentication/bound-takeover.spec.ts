import { randomBytes } from 'node:crypto';
import type { Logger } from '@probity/platform/logging';
import { Sealer } from '@probity/platform/sealing';
import { tamper } from '../../../testing/tamper';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NO_STREAM } from '../event-store';
import { PostgresEventStore } from '../postgres/postgres-event-store';
import { eventKeyStream } from './event-keys';
import type { Takeover } from './takeover';
import { AuthenticatedService, newEvents, NONE } from './testing/authenticated';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const create = (): AuthenticatedService => new AuthenticatedService(new PostgresEventStore(test.owner), test.owner);

const deleteStream = (stream: string) => tamper(test.owner, 'DELETE FROM event_store.events WHERE stream = $1', stream);

const append = async (service: AuthenticatedService): Promise<string> => {
  const stream = service.newStream();
  await service.store.append(stream, NO_STREAM, newEvents(1), NONE);
  return stream;
};
const keyOf = async (service: AuthenticatedService, stream: string): Promise<unknown> =>
  (await service.below.lastEvent(stream))!.metadata!.mac_key;

it('without older events, events without MACs are never read: not before a takeover, and not in a later process', async () => {
  const service = await create().start();
  const own = await append(service);
  expect(await keyOf(service, own)).toBe(`${service.name}/1`);
  const inserted = service.newStream();
  await service.smuggle(inserted, newEvents(1));
  for (const _process of [1, 2]) {
    expect(await service.damaged(inserted)).toEqual([0]);
    await service.takeOver();
    expect(await service.takeover().look()).toBe(true);
    expect([await service.damaged(inserted), await service.damaged(own)]).toEqual([[0], []]);
    const { is_strict, first_wrong } = await service.verify();
    expect([is_strict, first_wrong]).toEqual([true, { stream: inserted, revision: 0, problem: 'unmarked' }]);
    await service.start();
  }
});

describe('a takeover that is complete', () => {
  let service: AuthenticatedService;
  let old: string;
  beforeEach(async () => {
    service = create();
    old = service.newStream();
    await service.smuggle(old, newEvents(2));
    await service.start();
    await service.takeOver();
  });
  const bind = () => service.takeover().bindToKey();

  it('adds a key that signs from then on; older events and those of the first key are read as before', async () => {
    const first = await append(service);
    await bind();
    const later = await append(service);
    await bind();
    expect(await Promise.all([first, later].map((stream) => keyOf(service, stream)))).toEqual([
      `${service.name}/0`,
      `${service.name}/1`,
    ]);
    await service.start(); // in a new process
    expect(await service.takeover().look()).toBe(true);
    for (const stream of [old, first, later]) expect(await service.damaged(stream)).toEqual([]);
    expect(await keyOf(service, await append(service))).toBe(`${service.name}/1`);
    expect(await service.verify()).toMatchObject({ wrong_streams: 0, is_strict: true });
  });

  it('does not begin again when its events are deleted, and the log says so', async () => {
    await bind();
    await deleteStream(service.authentication.ownStream);
    const inserted = service.newStream();
    await service.smuggle(inserted, newEvents(1));
    await service.start();
    const errors: object[] = [];
    const logger = { error: (about: object) => errors.push(about), warn: fail, info: fail } as unknown as Logger;
    const takeover = service.takeover({ logger });
    expect(await takeover.look()).toBe(false);
    await takeover.advance(new AbortController().signal);
    takeover.start();
    await takeover.stop();
    expect(errors).toEqual([{ stream: service.authentication.ownStream }]);
    expect([await service.damaged(inserted), await service.damaged(old)]).toEqual([[0], []]);
    expect(await service.verify()).toMatchObject({
      ...{ is_strict: true, wrong_streams: 2 },
      first_wrong: { stream: service.authentication.ownStream, revision: 0, problem: 'missing' },
    });
    await tamper(test.owner, 'DELETE FROM event_store.taken_over_streams WHERE stream = $1', old);
    expect(await (await service.anotherInstance()).damaged(old)).toEqual([0, 1]);
  });

  it.each([0, 5])('is not extended by an event that is put in place of its own at revision %s', async (revision) => {
    await bind();
    const inserted = service.newStream();
    await service.smuggle(inserted, newEvents(1));
    const { ownStream } = service.authentication;
    await deleteStream(ownStream);
    const data = { service: service.name, streams: [{ stream: inserted, revision: 0, hash: '' }], taken_over_at: '' };
    await tamper(
      test.owner,
      `INSERT INTO event_store.events (stream, revision, id, type, data)
       VALUES ($1, $2, gen_random_uuid(), 'StreamsTakenOver', $3)`,
      ...[ownStream, revision, JSON.stringify(data)],
    );
    await service.start();
    expect(await service.takeover().look()).toBe(false);
    expect(await service.damaged(inserted)).toEqual([0]);
  });

  it('leaves nothing readable that its key signed when the key is deleted', async () => {
    await bind();
    const later = await append(service);
    await tamper(
      test.owner,
      'DELETE FROM event_store.events WHERE stream = $1 AND revision = 1',
      `event-key-${service.name}`,
    );
    await service.start();
    expect(await service.damaged(later)).toEqual([0]);
  });

  it('adds no key while an instance runs that would not learn it', async () => {
    let takeover!: Takeover;
    await new Promise<void>((waits) => {
      takeover = service.takeover({ untilAllLearn: (signal) => (waits(), untilAborted(signal)) });
      takeover.start();
    });
    await takeover.stop();
    expect(await keyOf(service, await append(service))).toBe(`${service.name}/0`);
    expect(await service.below.lastEvent(`event-key-${service.name}`)).toMatchObject({ revision: 0 });
  });

  it('is known to an instance that began before its key: both read what the other one writes', async () => {
    const other = await service.anotherInstance();
    await other.takeover().look();
    await bind();
    const later = await append(service);
    expect(await other.damaged(later)).toEqual([]);
    expect(await service.damaged(await append(other))).toEqual([]);
    expect(await (await beforeTheKey()).verify()).toMatchObject({ wrong_streams: 0, is_strict: true });
  });

  /** An instance that began before the key of its takeover, which has signed an event since. */
  async function beforeTheKey(): Promise<AuthenticatedService> {
    const begun = create();
    await begun.smuggle(begun.newStream(), newEvents(1));
    await begun.start();
    await begun.takeOver();
    const faster = await begun.anotherInstance();
    await faster.takeover().look();
    await faster.takeover().bindToKey();
    await append(faster);
    return begun;
  }

  it('reads its keys once for any number of events that name a key that does not exist', async () => {
    await bind();
    let reads = 0;
    const { below } = service;
    const counting = Object.assign(Object.create(below) as typeof below, {
      readStream: (...read: Parameters<typeof below.readStream>) => {
        if (read[0].startsWith('event-key-')) reads++;
        return below.readStream(...read);
      },
    });
    const counted = await Object.assign(new AuthenticatedService(counting, service.database), {
      ...{ name: service.name, masterKey: service.masterKey, prefix: service.prefix },
    }).start();
    reads = 0;
    const metadata = { mac: 'AAAA', mac_key: `${service.name}/7` };
    for (let count = 0; count < 5; count++) {
      const forged = service.newStream();
      await service.smuggle(
        forged,
        newEvents(3).map((event) => ({ ...event, metadata })),
      );
      expect(await counted.damaged(forged)).toEqual([0, 1, 2]);
    }
    expect(reads).toBe(1);
  });

  it('keeps both keys when the master key is replaced', async () => {
    const first = await append(service);
    await bind();
    const later = await append(service);
    const [previous, current] = [service.masterKey, randomBytes(32)];
    const keys = eventKeyStream(service.below, service.name, new Sealer({ current, previous }));
    expect(await keys.reseal(new Date())).toEqual({ resealed: 2, unreadable: [] });
    await service.start(current);
    expect(await service.takeover().look()).toBe(true);
    for (const stream of [old, first, later]) expect(await service.damaged(stream)).toEqual([]);
    expect(await keyOf(service, await append(service))).toBe(`${service.name}/1`);
  });

  it('has one key when several instances add it', async () => {
    const others = await Promise.all([1, 2].map(() => service.anotherInstance()));
    await Promise.all([service, ...others].map((one) => one.takeover().look()));
    await Promise.all([service, ...others].map((one) => one.takeover().bindToKey()));
    expect(await service.below.lastEvent(`event-key-${service.name}`)).toMatchObject({ revision: 1 });
    const streams = await Promise.all([service, ...others].map(append));
    for (const stream of streams) expect(await keyOf(service, stream)).toBe(`${service.name}/1`);
  });
});

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));

const fail = (...said: unknown[]): void => {
  throw new Error(`nothing else is logged: ${JSON.stringify(said)}`);
};
