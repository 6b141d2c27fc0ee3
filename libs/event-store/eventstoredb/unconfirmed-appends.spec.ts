import { AggregateStore } from '../aggregate-store';
import type { AppendFault } from './testing/stand-in/stand-in';
import { database, idsOf, newEvents, read } from './testing/stored-events';
import { describeFaults, faulty, impatient, node, start } from './testing/faulty-server';
import { type Happened, THING } from './testing/thing';

const projected: string[] = [];
const PROJECTED: typeof THING = {
  ...THING,
  projection: (_sql, events) => Promise.resolve(void projected.push(...idsOf(events))),
};

describeFaults('an aggregate in EventStoreDB', () => {
  beforeEach(() => projected.splice(0));

  it.each<AppendFault>(['connection lost before', 'connection lost after', 'no answer before', 'no answer after'])(
    'is begun once, although the first append has an unknown outcome: %s',
    async (fault) => {
      const events = newEvents(2) as (Happened & { id: string })[];
      node.failNextAppends(fault);
      await expect(
        new AggregateStore(impatient, database.owner).begin(PROJECTED, '1', { events }),
      ).resolves.toBeUndefined();
      expect(idsOf(await read('thing-1', faulty))).toEqual(idsOf(events));
      expect(projected).toEqual(idsOf(events));
    },
  );

  it('is begun during a change of the leader', async () => {
    const leader = await start({ log: node.log });
    node.failNextAppends(() => node.handOverTo(leader), 'connection lost before');
    const events = newEvents(1) as (Happened & { id: string })[];
    await expect(new AggregateStore(faulty, database.owner).begin(PROJECTED, '1', { events })).resolves.toBeUndefined();
    expect(idsOf(await read('thing-1', faulty))).toEqual(idsOf(events));
  });

  it('reports that nothing was changed when no attempt reached the server', async () => {
    await node.stop();
    const events = newEvents(1) as Happened[];
    const begun = new AggregateStore(faulty, database.owner, 200).begin(PROJECTED, '1', { events });
    await expect(begun).rejects.toMatchObject({ kind: 'overloaded', code: 'unavailable' });
    await node.start();
    expect(node.log.readStream('thing-1', 'start', 1, 'forwards')).toBe('no stream');
  });

  it('reports that the outcome is unknown when a later attempt no longer reaches the server', async () => {
    node.failNextAppends(() => {
      void node.stop();
      return 'no answer after';
    });
    const events = newEvents(1) as Happened[];
    const begun = new AggregateStore(faulty, database.owner, 500).begin(PROJECTED, '1', { events });
    await expect(begun).rejects.toMatchObject({ kind: 'outcome_unknown' });
  });

  it('reports that the outcome is unknown when the server denies access to a later attempt', async () => {
    node.failNextAppends(() => {
      node.denyAccessTo('thing-');
      return 'connection lost after';
    });
    const events = newEvents(1) as Happened[];
    const begun = new AggregateStore(faulty, database.owner, 500).begin(PROJECTED, '1', { events });
    await expect(begun).rejects.toMatchObject({ kind: 'outcome_unknown' });
  });

  it('reports that nothing was changed when the server denies access to the first attempt', async () => {
    node.denyAccessTo('thing-');
    const events = newEvents(1) as Happened[];
    const begun = new AggregateStore(faulty, database.owner, 500).begin(PROJECTED, '1', { events });
    await expect(begun).rejects.toMatchObject({ refusal: { kind: 'overloaded', code: 'unavailable' } });
  });

  it('reports that the outcome is unknown when it stays unknown', async () => {
    node.failNextAppends('connection lost before', 'connection lost before');
    const events = newEvents(1) as Happened[];
    const begun = new AggregateStore(faulty, database.owner, 10).begin(PROJECTED, '1', { events });
    await expect(begun).rejects.toMatchObject({ kind: 'outcome_unknown' });
  });
});
