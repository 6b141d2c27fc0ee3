import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { Sealer } from '@probity/platform/sealing';
import { type EventStore, type NewEvent, NO_STREAM, WrongExpectedRevision } from '../../event-store';
import { eventKeyStream } from '../event-keys';
import { AuthenticatedService, NONE, newEvents } from './authenticated';

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

type Changed = (events: NewEvent[], service: AuthenticatedService, stream: string) => NewEvent[];
const edited =
  (change: (event: NewEvent) => Partial<NewEvent>): Changed =>
  (events) =>
    events.map((event, n) => (n === 1 ? { ...event, ...change(event) } : event));
const withoutMarks = ({ metadata: _metadata, ...event }: NewEvent): NewEvent => event;

/** What an insider may do to a stream of four events, and the revisions that are not authentic then. */
const FRAUDS: [what: string, changed: Changed, revisions: number[], problem: string][] = [
  ['edits the data', edited(() => ({ data: { n: 7 } })), [1], 'forged'],
  ['edits the type', edited(() => ({ type: 'Undone' })), [1], 'forged'],
  ['edits the id', edited(() => ({ id: randomUUID() })), [1], 'forged'],
  ['edits the cause', edited(({ metadata }) => ({ metadata: { ...metadata, traceparent: TRACE } })), [1], 'forged'],
  ['edits the MAC', edited(({ metadata }) => ({ metadata: { ...metadata, mac: 'AAAA' } })), [1], 'forged'],
  [
    'names a key that does not exist',
    edited(({ metadata }) => ({ metadata: { ...metadata, mac_key: 'other/0' } })),
    [1],
    'forged',
  ],
  ['takes the MAC away', (events) => events.map((each, n) => (n === 1 ? withoutMarks(each) : each)), [1], 'unmarked'],
  ['appends an event', (events) => [...events, ...newEvents(1)], [4], 'unmarked'],
  ['inserts an event', ([first, ...rest]) => [first!, ...newEvents(1), ...rest], [1, 2, 3, 4], 'unmarked'],
  ['deletes an event and closes the gap', ([first, _, ...rest]) => [first!, ...rest], [1, 2], 'forged'],
  ['deletes the first event and closes the gap', ([_, ...rest]) => rest, [0, 1, 2], 'forged'],
  ['exchanges two events', ([a, b, c, d]) => [a!, c!, b!, d!], [1, 2], 'forged'],
  ['repeats an event', (events) => [...events, { ...events[3]!, id: events[3]!.id }], [4], 'forged'],
  ['copies events of another stream', (_, service) => service.signed(service.newStream()), [0, 1, 2, 3], 'forged'],
];

/** The tests of authenticated events, on any event store. */
export function describeAuthentication(name: string, fixture: () => { below: EventStore; database: Database }): void {
  describe(`authenticated events on ${name}`, () => {
    let service: AuthenticatedService;
    beforeEach(async () => {
      const { below, database } = fixture();
      service = await new AuthenticatedService(below, database).start();
      await service.takeOver();
    });

    it.each(FRAUDS)('are not read, and are found, when an insider %s', async (_what, change, revisions, problem) => {
      const stream = service.newStream();
      await service.smuggle(stream, change(service.signed(stream), service, stream));
      expect(await service.damaged(stream)).toEqual(revisions);
      const followed: number[] = [];
      for await (const { events } of service.store.readToEnd(stream, undefined, new AbortController().signal)) {
        followed.push(...events.filter(({ data }) => data === undefined).map(({ revision }) => revision));
      }
      expect(followed).toEqual(revisions);
      const last = await service.store.lastEvent(stream);
      expect(last!.data === undefined).toBe(revisions.includes(last!.revision));
      expect(await service.verify()).toMatchObject({
        ...{ streams: 2, wrong_streams: 1, is_strict: true, done: true },
        first_wrong: { stream, revision: revisions[0], problem },
      });
    });

    it('are read as they were appended, by each instance, and verify', async () => {
      const stream = service.newStream();
      const events = newEvents(3);
      events[1]!.metadata = { traceparent: TRACE };
      const appended = await service.store.append(stream, NO_STREAM, events, NONE);
      expect(appended).toEqual(events.map((event, revision) => ({ ...event, stream, revision })));
      await service.start();
      expect(await service.takeover().look()).toBe(true);
      expect(await service.read(stream)).toEqual(appended);
      expect(await service.verify()).toEqual({
        ...{ streams: 2, events: 3, wrong_streams: 0, is_strict: true, done: true },
      });
    });

    it('of streams without authentication stay as they are', async () => {
      const stream = `shared-${randomUUID()}`;
      const events = newEvents(1);
      await service.store.append(stream, NO_STREAM, events, NONE);
      expect(await service.below.lastEvent(stream)).toEqual({ ...events[0], stream, revision: 0 });
    });

    it('have the same MAC when an append is repeated, also by another instance', async () => {
      const [stream, begun] = [service.newStream(), service.newStream()];
      const events = newEvents(2);
      const append = () => service.store.append(stream, NO_STREAM, events, NONE);
      const begin = () => service.store.beginStreams([{ stream: begun, event: events[0]! }], NONE);
      await append();
      await begin();
      const stored = await service.below.lastEvent(stream);
      await service.start();
      await append();
      expect(await begin()).toEqual(new Set([begun]));
      expect(await service.below.lastEvent(stream)).toEqual(stored);
      const other = service.store.append(stream, NO_STREAM, newEvents(2), NONE);
      await expect(other).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await service.damaged(begun)).toEqual([]);
    });

    it('have the key of the first of several instances that start at the same time', async () => {
      Object.assign(service, { name: `service-${randomUUID()}` });
      const started = await Promise.all([1, 2, 3].map(() => service.anotherInstance()));
      const stream = service.newStream();
      await started[0]!.store.append(stream, NO_STREAM, newEvents(1), NONE);
      for (const one of started) {
        await one.takeOver();
        expect(await one.damaged(stream)).toEqual([]);
      }
    });

    it('need the master key that sealed their key; what others add to its stream does no harm', async () => {
      await expect(service.start(randomBytes(32))).rejects.toThrow('the master key is not the one that sealed');
      await service.smuggle(`event-key-${service.name}`, newEvents(1), 0);
      await service.start();
    });

    it('stay authentic when the master key is replaced', async () => {
      const stream = service.newStream();
      await service.store.append(stream, NO_STREAM, newEvents(1), NONE);
      const [previous, current] = [service.masterKey, randomBytes(32)];
      const keys = eventKeyStream(service.below, service.name, new Sealer({ current, previous }));
      expect(await keys.reseal(new Date())).toEqual({ resealed: 1, unreadable: [] });
      await service.start(current);
      expect(await service.damaged(stream)).toEqual([]);
    });
  });
}
