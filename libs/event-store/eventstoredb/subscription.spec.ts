import { randomUUID } from 'node:crypto';
import { type Checkpoint, NO_STREAM } from '../event-store';
import { NONE, newEvents, idsOf, readOn, until, insist } from './testing/stored-events';
import { describeFaults, node, faulty } from './testing/faulty-server';

describeFaults('EventStoreDB: faults', () => {
  describe('of a subscription', () => {
    const fill = async (prefix: string, streams: number, perStream: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let n = 0; n < streams; n++) {
        ids.push(...idsOf(await faulty.append(`${prefix}-${n}`, NO_STREAM, newEvents(perStream), NONE)));
      }
      return ids;
    };

    it.each<[string, () => Promise<void> | void]>([
      ['the server drops the subscription', () => node.dropSubscriptions()],
      ['the connection is lost', () => node.loseConnections()],
      [
        'the server is restarted',
        async () => {
          await node.stop();
          await node.start();
        },
      ],
    ])('continues from the last checkpoint without missing an event: %s', async (_case, interrupt) => {
      const before = await fill('cut', 3, 5);
      const seen: string[] = [];
      let checkpoint: Checkpoint | undefined;
      const reading = (async () => {
        for await (const batch of faulty.subscribe('cut', undefined, new AbortController().signal)) {
          seen.push(...idsOf(batch.events));
          ({ checkpoint } = batch);
        }
      })();
      const ended = expect(reading).rejects.toThrow('the subscription to the streams that begin with "cut" failed');
      await until(() => seen.length === before.length, 'all events are read');
      await interrupt();
      await ended;

      const later = await insist(() => faulty.append('cut-0', 4, newEvents(2), NONE));
      const { events } = await insist(() => readOn('cut', 2, checkpoint, faulty));
      expect([...seen, ...idsOf(events)]).toEqual([...before, ...idsOf(later)]);
    });

    it('has no place for the checkpoint of a log that was longer, whether it has grown since or not', async () => {
      await fill('kept', 1, 3);
      const backup = node.log.copy();
      await fill('lost', 1, 5);
      const { checkpoints } = await readOn('lost', 5, undefined, faulty);
      const checkpoint = checkpoints.at(-1)!;
      expect(await faulty.hasPlace(checkpoint)).toBe(true);
      node.log.restore(backup);
      expect(await faulty.hasPlace(checkpoint)).toBe(false);
      const longer = newEvents(1).map((event) => ({ ...event, data: { text: 'x'.repeat(10_000) } }));
      await faulty.append('other-1', NO_STREAM, longer, NONE);
      expect(await faulty.hasPlace(checkpoint)).toBe(false);
    });

    it('moves the checkpoint past events of other streams', async () => {
      await fill('other', 3, 600);
      const stop = new AbortController();
      let last: Checkpoint | undefined;
      for await (const { events, checkpoint } of faulty.subscribe('wanted', undefined, stop.signal)) {
        expect(events).toEqual([]);
        const [, position] = /^C:(\d+)/.exec(checkpoint)!;
        if (node.log.indexOf(BigInt(position!)) > 1_000) stop.abort();
        last = checkpoint;
      }
      const wanted = await faulty.append('wanted-1', NO_STREAM, newEvents(1), NONE);
      expect((await readOn('wanted', 1, last, faulty)).events).toEqual(wanted);
    });

    it('moves the checkpoint past events of other streams while it waits for new ones', async () => {
      const stop = new AbortController();
      const checkpoints: Checkpoint[] = [];
      const reading = (async () => {
        for await (const { checkpoint } of faulty.subscribe('wanted', undefined, stop.signal)) {
          checkpoints.push(checkpoint);
          if (checkpoints.length === 3) stop.abort();
        }
      })();
      await until(() => checkpoints.length > 0, 'the subscription has begun');
      await fill('live', 2, 600);
      await reading;
      expect(new Set(checkpoints).size).toBe(3);
    });

    it('makes the server wait for a slow reader, which then receives every event', async () => {
      const stream = 'slow-1';
      const total = 3_000;
      const data = { text: 'x'.repeat(1_000) };
      for (let from = 0; from < total; from += 500) {
        const events = Array.from({ length: 500 }, () => ({ id: randomUUID(), type: 'Slow', data }));
        await faulty.append(stream, from - 1, events, NONE);
      }
      const stop = new AbortController();
      let seen = 0;
      let largest = 0;
      for await (const { events } of faulty.subscribe('slow', undefined, stop.signal)) {
        largest = Math.max(largest, events.length);
        if (seen === 0) {
          let before = -1; // wait until the server sends nothing more
          while (before !== node.messagesTaken) {
            before = node.messagesTaken;
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
          expect(before).toBeLessThan(total / 2);
        }
        expect(events[0]?.revision ?? seen).toBe(seen);
        seen += events.length;
        if (seen === total) stop.abort();
      }
      expect(largest).toBeLessThan(600);
    });

    it('ends when its signal is aborted, even if events are waiting', async () => {
      await fill('many', 1, 2_000);
      const stop = new AbortController();
      for await (const _ of faulty.subscribe('many', undefined, stop.signal)) stop.abort();
      await until(() => node.connections <= 1, 'the connection of the subscription is closed');
      const { events } = await readOn('many', 2_000, undefined, faulty);
      expect(events).toHaveLength(2_000);
    });

    it('is closed on the server when the reader leaves the loop', async () => {
      await fill('many', 1, 2_000);
      for await (const _ of faulty.subscribe('many', undefined, new AbortController().signal)) break;
      for await (const _ of faulty.listStreams('many')) break;
      await until(() => node.subscriptionsOpen === 0, 'the server has closed the subscriptions');
    });

    it('rejects a checkpoint of another event store, and a position without an event', async () => {
      await expect(readOn('any', 1, '12:5', faulty)).rejects.toThrow('not an EventStoreDB checkpoint');
      await expect(readOn('any', 1, 'C:7/P:7', faulty)).rejects.toThrow('invalid position');
    });

    it('reports that the server denies access', async () => {
      node.denyAccessTo('$all');
      await expect(readOn('any', 1, undefined, faulty)).rejects.toThrow('access denied');
    });
  });
});
