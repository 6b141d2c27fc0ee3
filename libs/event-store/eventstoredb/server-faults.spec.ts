import { NO_STREAM } from '../event-store';
import { NONE, newEvents, idsOf, read, readOn, until, insist } from './testing/stored-events';
import { describeFaults, node, faulty, impatient, connect, connections } from './testing/faulty-server';

describeFaults('EventStoreDB: faults', () => {
  describe('of the server', () => {
    it('continues after a restart on the same port, without lost or repeated events', async () => {
      const events = newEvents(20);
      const appended = (async () => {
        for (const [index, event] of events.entries()) {
          await insist(() => faulty.append('restarted-1', index - 1, [event], NONE));
        }
      })();
      await until(() => node.log.events.length > 8, 'some events are appended');
      await node.stop();
      await expect(faulty.ping()).rejects.toMatchObject({ kind: 'overloaded' });
      await node.start();
      await appended;
      expect(idsOf(await insist(() => read('restarted-1', faulty)))).toEqual(idsOf(events));
    });

    it('stops waiting at the deadline for a server that does not answer', async () => {
      await impatient.append('silent-1', NO_STREAM, newEvents(1), NONE);
      node.stalled = true;
      const list = async (): Promise<void> => {
        for await (const _ of impatient.listStreams('silent'));
      };
      const noAnswer = { kind: 'overloaded', cause: { message: expect.stringContaining('no answer in time') } };
      await Promise.all([
        expect(read('silent-1', impatient)).rejects.toMatchObject(noAnswer),
        expect(impatient.ping()).rejects.toMatchObject(noAnswer),
        expect(list()).rejects.toMatchObject(noAnswer),
        expect(readOn('silent', 1, undefined, impatient)).rejects.toThrow('no answer in time'),
      ]);
      node.stalled = false;
      expect(await read('silent-1', impatient)).toHaveLength(1);
    });

    it('reports whether the server is available and, if not, the reason', async () => {
      await faulty.ping();
      await node.stop();
      await expect(faulty.ping()).rejects.toMatchObject({ kind: 'overloaded', code: 'unavailable' });
      await expect(faulty.ping()).rejects.toMatchObject({
        cause: { message: expect.stringContaining(`ECONNREFUSED 127.0.0.1:${node.port}`) },
      });
      await node.start();
      await insist(() => faulty.ping());
    });

    it('leaves no connection open when it is closed during a subscription and an append', async () => {
      const subscription = readOn('nothing', 1, undefined, impatient);
      node.failNextAppends('no answer after');
      const append = impatient.append('open-1', NO_STREAM, newEvents(1), NONE);
      const outcomes = Promise.allSettled([subscription, append]);
      await until(() => node.subscriptionsOpen === 1 && node.log.events.length > 2, 'both are under way');
      await connections.at(-1)!.close();
      await outcomes;
      await until(() => node.connections === 0, 'the connection is closed');

      await expect(impatient.ping()).rejects.toMatchObject({ cause: { message: expect.stringContaining('closed') } });
      const after = impatient.append('open-1', 0, newEvents(1), NONE);
      await expect(after).rejects.toThrow('Probity closed this connection');
      expect(node.connections).toBe(0);
    });

    it.each(['kurrentdb://127.0.0.1:2113', 'http://127.0.0.1', 'esdb://'])(
      'reports a malformed connection string: %s',
      (connectionString) => {
        expect(() => connect(connectionString)).toThrow('expected');
      },
    );
  });
});
