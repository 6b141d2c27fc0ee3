import { randomUUID } from 'node:crypto';
import type { Sql } from '@probity/persistence/database';
import {
  type Checkpoint,
  type EventStore,
  type InlineProjection,
  type NewEvent,
  NO_STREAM,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../event-store';
import { describeReadToEnd } from './read-to-end-contract';

/** What the spec of an adapter passes to the suite. */
export interface EventStoreFixture {
  store: EventStore;
  /** for assertions about what projections wrote */
  sql: Sql;
}

const NONE: InlineProjection = async () => {};

/** The tests that every event store must pass. Each adapter runs them. */
export function describeEventStore(name: string, fixture: () => EventStoreFixture): void {
  describe(`event store: ${name}`, () => {
    const newStream = (): string => `contract-${randomUUID()}`;
    const newEvents = (count: number, type = 'Happened'): NewEvent[] =>
      Array.from({ length: count }, (_, n) => ({ id: randomUUID(), type, data: { n } }));
    const read = async (
      stream: string,
      options?: Parameters<EventStore['readStream']>[1],
    ): Promise<RecordedEvent[]> => {
      const events: RecordedEvent[] = [];
      for await (const chunk of fixture().store.readStream(stream, options)) events.push(...chunk);
      return events;
    };

    it('reads back what was appended, in order, with revisions from 0', async () => {
      const stream = newStream();
      const first = newEvents(2);
      const second = newEvents(3);
      await fixture().store.append(stream, NO_STREAM, first, NONE);
      await fixture().store.append(stream, 1, second, NONE);

      const events = await read(stream);
      expect(events.map((event) => event.revision)).toEqual([0, 1, 2, 3, 4]);
      expect(events.map((event) => event.id)).toEqual([...first, ...second].map((event) => event.id));
      expect(events[3]).toEqual({ ...second[1], stream, revision: 3 });
    });

    it('returns data unchanged: order of keys, large integers as text, Unicode, nesting', async () => {
      const stream = newStream();
      const data = { z: 1, a: { deep: [null, true, 'é😀\u2028'] }, amount: '9'.repeat(100), empty: {} };
      await fixture().store.append(stream, NO_STREAM, [{ id: randomUUID(), type: 'Kept', data }], NONE);
      const [event] = await read(stream);
      expect(JSON.stringify(event!.data)).toBe(JSON.stringify(data));
    });

    it('returns nothing for a stream that does not exist', async () => {
      expect(await read(newStream())).toEqual([]);
      expect(await fixture().store.lastEvent(newStream())).toBeUndefined();
    });

    it('reads a range, across chunks', async () => {
      const stream = newStream();
      await fixture().store.append(stream, NO_STREAM, newEvents(25), NONE);
      const revisions = (events: RecordedEvent[]): number[] => events.map((event) => event.revision);
      expect(revisions(await read(stream, { from: 3, to: 7, chunkSize: 2 }))).toEqual([3, 4, 5, 6, 7]);
      expect(revisions(await read(stream, { from: 23 }))).toEqual([23, 24]);
      expect(revisions(await read(stream, { from: 25 }))).toEqual([]);
      expect(revisions(await read(stream, { chunkSize: 10 }))).toHaveLength(25);
    });

    it('begins the streams that have no event yet, projects these events, and leaves the others alone', async () => {
      const streams = [newStream(), newStream(), newStream()] as const;
      const [before, ...first] = newEvents(4);
      await fixture().store.append(streams[1], NO_STREAM, [before!], NONE);
      const projected: string[] = [];
      const begin = () =>
        fixture().store.beginStreams(
          streams.map((stream, n) => ({ stream, event: first[n]! })),
          async (_sql, events) => void projected.push(...events.map((event) => `${event.stream} ${event.revision}`)),
        );
      expect(await begin()).toEqual(new Set([streams[0], streams[2]]));
      expect(projected.sort()).toEqual([`${streams[0]} 0`, `${streams[2]} 0`].sort());
      const ids = await Promise.all(streams.map(async (stream) => (await fixture().store.lastEvent(stream))?.id));
      expect(ids).toEqual([first[0]!.id, before!.id, first[2]!.id]);
      expect(await begin()).toEqual(new Set([streams[0], streams[2]]));
    });

    it('begins each stream once when several writers compete', async () => {
      const streams = Array.from({ length: 8 }, newStream);
      const begin = async (order: string[]) => {
        const first = order.map((stream) => ({ stream, event: newEvents(1)[0]! }));
        return [...(await fixture().store.beginStreams(first, NONE))];
      };
      const begun = await Promise.all([begin(streams), begin([...streams].reverse()), begin(streams)]);
      expect(begun.flat().sort()).toEqual([...streams].sort());
    });

    it('returns the last event', async () => {
      const stream = newStream();
      const events = newEvents(3);
      await fixture().store.append(stream, NO_STREAM, events, NONE);
      expect(await fixture().store.lastEvent(stream)).toEqual({ ...events[2], stream, revision: 2 });
    });

    it.each([
      ['too low', 0],
      ['too high', 5],
      ['no stream, although the stream exists', NO_STREAM],
    ])('rejects a wrong expected revision (%s) and stores nothing', async (_case, expected) => {
      const stream = newStream();
      await fixture().store.append(stream, NO_STREAM, newEvents(2), NONE);
      const attempt = fixture().store.append(stream, expected, newEvents(1), NONE);
      await expect(attempt).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await read(stream)).toHaveLength(2);
    });

    it('accepts exactly one of many concurrent appends with the same expected revision', async () => {
      const stream = newStream();
      await fixture().store.append(stream, NO_STREAM, newEvents(1), NONE);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, () => fixture().store.append(stream, 0, newEvents(2), NONE)),
      );
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(WrongExpectedRevision);
      }
      expect(await read(stream)).toHaveLength(3);
    });

    it('accepts a repeated identical append and changes nothing', async () => {
      const stream = newStream();
      const events = newEvents(3);
      await fixture().store.append(stream, NO_STREAM, newEvents(1), NONE);
      await fixture().store.append(stream, 0, events, NONE);
      await fixture().store.append(stream, 0, events, NONE);
      expect(await read(stream)).toHaveLength(4);
    });

    it('accepts a repeated identical append even after later appends', async () => {
      const stream = newStream();
      const events = newEvents(2);
      await fixture().store.append(stream, NO_STREAM, events, NONE);
      await fixture().store.append(stream, 1, newEvents(2), NONE);
      await fixture().store.append(stream, NO_STREAM, events, NONE);
      expect(await read(stream)).toHaveLength(4);
    });

    it('rejects an append that overlaps an earlier one only in part', async () => {
      const stream = newStream();
      const events = newEvents(2);
      await fixture().store.append(stream, NO_STREAM, events, NONE);
      const longer = fixture().store.append(stream, NO_STREAM, [...events, ...newEvents(1)], NONE);
      await expect(longer).rejects.toBeInstanceOf(WrongExpectedRevision);
      const reordered = fixture().store.append(stream, NO_STREAM, [...events].reverse(), NONE);
      await expect(reordered).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await read(stream)).toHaveLength(2);
    });

    it('rejects an append with the same ids and other content', async () => {
      const stream = newStream();
      const [event] = newEvents(1) as [NewEvent];
      await fixture().store.append(stream, NO_STREAM, newEvents(1), NONE);
      await fixture().store.append(stream, 0, [event], NONE);
      const other = fixture().store.append(stream, 0, [{ ...event, data: { n: 'another decision' } }], NONE);
      await expect(other).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect((await fixture().store.lastEvent(stream))?.data).toEqual(event.data);
    });

    it('runs the projection over the recorded events before it resolves', async () => {
      const stream = newStream();
      let seen: RecordedEvent[] = [];
      const events = newEvents(2);
      await fixture().store.append(stream, NO_STREAM, events, async (sql, recorded) => {
        await sql.query('SELECT 1');
        seen = recorded;
      });
      expect(seen.map(({ id, revision }) => ({ id, revision }))).toEqual(
        events.map(({ id }, revision) => ({ id, revision })),
      );
    });

    it('lists the streams that begin with a prefix, in which no character is a wildcard', async () => {
      const mark = randomUUID();
      const wanted = [`${mark}_a-1`, `${mark}_a-2`];
      for (const stream of [...wanted, `${mark}xa-3`]) {
        await fixture().store.append(stream, NO_STREAM, newEvents(2), NONE);
      }
      const found: string[] = [];
      for await (const stream of fixture().store.listStreams(`${mark}_a`)) found.push(stream);
      expect(found.sort()).toEqual(wanted);
    });

    it('stores the metadata of an event, and none when the event has none', async () => {
      const stream = newStream();
      const [traced, untraced] = newEvents(2) as [NewEvent, NewEvent];
      traced.metadata = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
      await fixture().store.append(stream, NO_STREAM, [traced, untraced], NONE);
      const events = await read(stream);
      expect(events[0]).toEqual({ ...traced, stream, revision: 0 });
      expect(events[1]).toEqual({ ...untraced, stream, revision: 1 });
    });

    it('projects an append that is repeated after its projection failed', async () => {
      const stream = newStream();
      const events = newEvents(2);
      const projected: string[] = [];
      const failing = fixture().store.append(stream, NO_STREAM, events, () => Promise.reject(new Error('not now')));
      await expect(failing).rejects.toThrow();
      await fixture().store.append(stream, NO_STREAM, events, async (_sql, recorded) => {
        projected.push(...recorded.map(({ id }) => id));
      });
      expect(projected).toEqual(events.map(({ id }) => id));
      expect(await read(stream)).toHaveLength(2);
    });

    describe('a subscription', () => {
      let mark: string;
      beforeEach(() => (mark = `contract${randomUUID()}`));

      /** Subscribes and reads until it has seen `count` events. */
      const readOn = async (count: number, after?: Checkpoint): Promise<[RecordedEvent[], Checkpoint]> => {
        const enough = new AbortController();
        const seen: RecordedEvent[] = [];
        let checkpoint = '';
        for await (const batch of fixture().store.subscribe(mark, after, enough.signal)) {
          seen.push(...batch.events);
          checkpoint = batch.checkpoint;
          if (seen.length >= count) enough.abort();
        }
        return [seen, checkpoint];
      };
      const append = (stream: string, revision: number, count = 1): Promise<RecordedEvent[]> =>
        fixture().store.append(`${mark}${stream}`, revision, newEvents(count), NONE);

      it('yields stored events and then new events of the streams that begin with the prefix', async () => {
        await append('-a', NO_STREAM, 2);
        await fixture().store.append(newStream(), NO_STREAM, newEvents(3), NONE);
        await append('-b', NO_STREAM);
        const reading = readOn(5);
        await append('-a', 1, 2);
        const [events] = await reading;
        expect(events.map(({ stream, revision }) => `${stream.slice(mark.length)}@${revision}`).sort()).toEqual([
          '-a@0',
          '-a@1',
          '-a@2',
          '-a@3',
          '-b@0',
        ]);
      });

      it('yields each event as it was appended', async () => {
        const [event] = newEvents(1) as [NewEvent];
        event.metadata = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
        await fixture().store.append(`${mark}-a`, NO_STREAM, [event], NONE);
        const [events] = await readOn(1);
        expect(events).toEqual([{ ...event, stream: `${mark}-a`, revision: 0 }]);
      });

      it('continues from a checkpoint without missing an event', async () => {
        await append('-a', NO_STREAM, 3);
        const [, checkpoint] = await readOn(3);
        const later = await append('-a', 2, 2);
        const [events] = await readOn(2, checkpoint);
        expect(events.slice(-2)).toEqual(later);
      });

      it('misses no event and keeps each stream in order during many concurrent appends', async () => {
        const streams = Array.from({ length: 12 }, (_, n) => `-${n}`);
        const rounds = 15;
        const reading = readOn(streams.length * rounds * 2);
        await Promise.all(
          streams.map(async (stream) => {
            for (let round = 0; round < rounds; round++) await append(stream, round * 2 - 1, 2);
          }),
        );
        const [events] = await reading;
        for (const stream of streams) {
          const revisions = events
            .filter((event) => event.stream === `${mark}${stream}`)
            .map(({ revision }) => revision);
          expect(revisions).toEqual(Array.from({ length: rounds * 2 }, (_, n) => n));
        }
      });

      it('ends when its signal is aborted, even if no event arrives', async () => {
        const stop = new AbortController();
        const reading = (async () => {
          for await (const _ of fixture().store.subscribe(mark, undefined, stop.signal));
        })();
        stop.abort();
        await reading;
      });
    });

    describeReadToEnd(() => fixture().store);
  });
}
