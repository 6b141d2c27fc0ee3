import { randomUUID } from 'node:crypto';
import { type Checkpoint, type EventStore, NO_STREAM, type ReadBatch } from '../event-store';

/** The tests of reads that end at the events that were stored before. Part of the suite of every event store. */
export function describeReadToEnd(store: () => EventStore): void {
  describe('a read of many streams to their end', () => {
    const mark = `end-${randomUUID()}`;
    const append = async (stream: string, revision: number, count: number): Promise<string[]> => {
      const events = Array.from({ length: count }, (_, n) => ({ id: randomUUID(), type: 'Happened', data: { n } }));
      await store().append(stream, revision, events, async () => {});
      return events.map(({ id }) => id);
    };
    const read = async (after?: Checkpoint) => {
      const batches: ReadBatch[] = [];
      const { signal } = new AbortController();
      for await (const batch of store().readToEnd(mark, after, signal)) batches.push(batch);
      return { ids: batches.flatMap(({ events }) => events.map(({ id }) => id)), last: batches.at(-1)?.checkpoint };
    };

    it('yields what was stored before, ends, and continues from its checkpoint', async () => {
      expect((await read()).ids).toEqual([]);
      const first = [...(await append(`${mark}-a`, NO_STREAM, 600)), ...(await append(`${mark}-b`, NO_STREAM, 2))];
      await append(`other-${mark}`, NO_STREAM, 3);
      const { ids, last } = await read();
      expect(ids).toEqual(first);
      const later = await append(`${mark}-a`, 599, 2);
      expect((await read(last)).ids.slice(-2)).toEqual(later);
    });

    it('leaves out events of some types, and continues after them', async () => {
      const stream = `types-${randomUUID()}`;
      const types = ['Left.Out', 'Wanted', 'LeftXOut', 'Left.Out'];
      const events = types.map((type) => ({ id: randomUUID(), type, data: { type } }));
      await store().append(stream, NO_STREAM, events, async () => {});
      for (const prefix of ['', stream]) {
        const read: ReadBatch[] = [];
        const { signal } = new AbortController();
        for await (const batch of store().readToEnd(prefix, undefined, signal, ['Left.Out'])) read.push(batch);
        const seen = read.flatMap((batch) => batch.events).filter((event) => event.stream === stream);
        expect(seen.map(({ type, revision }) => [type, revision])).toEqual([
          ['Wanted', 1],
          ['LeftXOut', 2],
        ]);
        const again: string[] = [];
        for await (const batch of store().readToEnd(prefix, read.at(-1)!.checkpoint, signal, ['Left.Out']))
          again.push(...batch.events.map(({ id }) => id));
        expect(again.filter((id) => id === events[0]!.id || id === events[3]!.id)).toEqual([]);
      }
    });

    it('ends at once when its signal is aborted', async () => {
      for await (const _ of store().readToEnd(mark, undefined, AbortSignal.abort())) throw new Error('it reads');
    });
  });
}
