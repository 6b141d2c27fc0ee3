import { NO_STREAM } from '../event-store';
import { AppendOutcomeUnknown } from './failures';
import { NONE, newEvents, idsOf, read, insist } from './testing/stored-events';
import { describeFaults, node, faulty, impatient, connect, start } from './testing/faulty-server';

describeFaults('EventStoreDB: faults', () => {
  describe('of a cluster', () => {
    it('sends appends and reads to the new leader', async () => {
      const events = newEvents(3);
      await faulty.append('moved-1', NO_STREAM, events.slice(0, 1), NONE);
      const leader = await start({ log: node.log });
      node.handOverTo(leader);
      await faulty.append('moved-1', 0, events.slice(1, 2), NONE);
      expect(await faulty.lastEvent('moved-1')).toMatchObject({ id: events[1]!.id });

      leader.handOverTo(node); // the first node leads again, and this time a read notices it first
      expect(idsOf(await read('moved-1', faulty))).toEqual(idsOf(events.slice(0, 2)));
      await faulty.append('moved-1', 1, events.slice(2), NONE);
      expect(idsOf(await read('moved-1', faulty))).toEqual(idsOf(events));
      const streams: string[] = [];
      for await (const stream of faulty.listStreams('moved')) streams.push(stream);
      expect(streams).toEqual(['moved-1']);
    });

    it('stores each event once when the leader changes during appends', async () => {
      const leader = await start({ log: node.log });
      const appends = Array.from({ length: 30 }, (_, n) => ({ stream: `election-${n}`, events: newEvents(1) }));
      node.failNextAppends(...Array.from({ length: 10 }, () => () => {}), () => node.handOverTo(leader));
      await Promise.all(
        appends.map(({ stream, events }) => insist(() => faulty.append(stream, NO_STREAM, events, NONE))),
      );
      for (const { stream, events } of appends) expect(idsOf(await read(stream, faulty))).toEqual(idsOf(events));
    });

    it('finds the leader among several nodes', async () => {
      const leader = await start({ log: node.log });
      node.handOverTo(leader);
      const both = connect(`esdb://127.0.0.1:${node.port},127.0.0.1:${leader.port}?tls=false`);
      await both.append('found-1', NO_STREAM, newEvents(1), NONE);
      expect(await read('found-1', both)).toHaveLength(1);
    });

    it('survives a search for the leader that ends without one while another call notices that it was lost', async () => {
      const other = await start({ log: node.log });
      other.handOverTo(node);
      const limits = 'defaultDeadline=3500&maxDiscoverAttempts=1&gossipTimeout=1';
      const lost = connect(`esdb://127.0.0.1:${node.port},127.0.0.1:${other.port}?tls=false&${limits}`);
      await lost.append('lost-1', NO_STREAM, newEvents(1), NONE);
      node.freeze();
      other.freeze();
      const listed = lost.listStreams('lost')[Symbol.asyncIterator]().next(); // gives up at the deadline
      await expect(lost.lastEvent('lost-1')).rejects.toThrow(); // gives up before
      const searching = lost.lastEvent('lost-1');
      await expect(listed).rejects.toThrow();
      await expect(searching).rejects.toThrow();
    });

    describe('whose leader freezes', () => {
      /** The first node freezes, and the second one is elected. */
      async function freezeLeader() {
        const other = await start({ log: node.log });
        other.handOverTo(node);
        const url = `esdb://127.0.0.1:${node.port},127.0.0.1:${other.port}?tls=false`;
        const cluster = connect(url);
        await cluster.append('frozen-1', NO_STREAM, newEvents(1), NONE);
        node.freeze();
        node.handOverTo(other);
        return cluster;
      }

      it('stores an append with the new leader long before the deadline', async () => {
        const cluster = await freezeLeader();
        const events = newEvents(1);
        const begun = performance.now();
        await insist(() => cluster.append('frozen-1', 0, events, NONE));
        expect(performance.now() - begun).toBeLessThan(9_000);
        expect(await cluster.lastEvent('frozen-1')).toMatchObject({ id: events[0]!.id });
      });

      it('reads from the new leader long before the deadline', async () => {
        const cluster = await freezeLeader();
        const begun = performance.now();
        expect(await read('frozen-1', cluster)).toHaveLength(1);
        expect(performance.now() - begun).toBeLessThan(9_000);
      });
    });

    it('repeats reads during an election, whose internal errors are passing', async () => {
      await faulty.append('elected-1', NO_STREAM, newEvents(1), NONE);
      node.electing = true;
      setTimeout(() => (node.electing = false), 300);
      expect(await read('elected-1', faulty)).toHaveLength(1);
    });

    it('reports a read as unavailable if the election takes longer than the deadline', async () => {
      node.electing = true;
      await expect(impatient.lastEvent('elected-1')).rejects.toMatchObject({ kind: 'overloaded', code: 'unavailable' });
    });

    it('looks for the leader again when a node answers that it is not ready', async () => {
      const other = await start({ log: node.log });
      other.handOverTo(node);
      const cluster = connect(`esdb://127.0.0.1:${node.port},127.0.0.1:${other.port}?tls=false`);
      await cluster.append('unready-1', NO_STREAM, newEvents(1), NONE);
      node.electing = true;
      node.handOverTo(other);
      await insist(() => cluster.append('unready-1', 0, newEvents(1), NONE));
    });

    it('reports an unknown outcome within the deadline when no node can be reached', async () => {
      const closed = await start();
      await closed.stop();
      const unreachable = connect(`esdb://127.0.0.1:${closed.port},127.0.0.1:1?tls=false&defaultDeadline=300`);
      const append = unreachable.append('unreachable-1', NO_STREAM, newEvents(1), NONE);
      await expect(append).rejects.toBeInstanceOf(AppendOutcomeUnknown);
      await expect(unreachable.ping()).rejects.toMatchObject({ kind: 'overloaded' });
    });
  });
});
