import { randomUUID } from 'node:crypto';
import { AppendRejected, type NewEvent, NO_STREAM, type RecordedEvent, WrongExpectedRevision } from '../event-store';
import { AppendOutcomeUnknown } from './failures';
import type { AppendFault } from './testing/stand-in/stand-in';
import { NONE, newEvents, idsOf, read, insist } from './testing/stored-events';
import { describeFaults, DEADLINE_MS, node, faulty, impatient, connect, start } from './testing/faulty-server';

describeFaults('EventStoreDB: faults', () => {
  const unknownOutcomes: [AppendFault, boolean][] = [
    ['connection lost before', false],
    ['connection lost after', true],
    ['no answer before', false],
    ['no answer after', true],
    ['timed out after', true],
    ['not ready', false],
    [DEADLINE_MS + 300, true],
  ];
  it.each(unknownOutcomes)('reports an unknown outcome; a repeated append determines it: %s', async (fault, stored) => {
    const events = newEvents(3);
    const projected: string[] = [];
    const append = (): Promise<RecordedEvent[]> =>
      impatient.append('unknown-1', NO_STREAM, events, async (_sql, recorded) => {
        projected.push(...idsOf(recorded));
      });
    node.failNextAppends(fault);
    await expect(append()).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    expect(projected).toEqual([]);
    expect(node.log.events.filter(({ stream }) => stream === 'unknown-1')).toHaveLength(stored ? 3 : 0);

    await insist(append);
    expect(projected).toEqual(idsOf(events));
    expect(idsOf(await insist(() => read('unknown-1', impatient)))).toEqual(idsOf(events));
  });

  it('does not take a late answer for the answer to another append', async () => {
    const [slow, quick] = [newEvents(1), newEvents(1)];
    node.failNextAppends(DEADLINE_MS + 200);
    const late = impatient.append('late-slow', NO_STREAM, slow, NONE);
    const outcome = expect(late).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    await impatient.append('late-quick', NO_STREAM, quick, NONE);
    await outcome;
    for (let revision = 0; revision < 40; revision++) {
      await impatient.append('late-quick', revision, newEvents(1), NONE);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await impatient.append('late-slow', NO_STREAM, slow, NONE);
    expect(await insist(() => read('late-slow', impatient))).toHaveLength(1);
    expect(await insist(() => read('late-quick', impatient))).toHaveLength(41);
  });

  it('completes other appends of the connection while one append gets no answer', async () => {
    node.failNextAppends('no answer before');
    const stuck = impatient.append('stuck-1', NO_STREAM, newEvents(1), NONE);
    const outcome = expect(stuck).rejects.toThrow('no answer in time');
    for (let n = 0; n < 10; n++) await impatient.append(`fine-${n}`, NO_STREAM, newEvents(1), NONE);
    await outcome;
  });

  it('reports unknown outcomes when the connection is lost, and stores each append once', async () => {
    const appends = Array.from({ length: 120 }, (_, n) => ({ stream: `many-${n}`, events: newEvents(2) }));
    const attempt = ({ stream, events }: (typeof appends)[0]): Promise<RecordedEvent[]> =>
      faulty.append(stream, NO_STREAM, events, NONE);
    node.failNextAppends(...Array.from({ length: 60 }, () => () => {}), 'connection lost after');
    const outcomes = await Promise.allSettled(appends.map(attempt));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed.length).toBeGreaterThan(0);
    for (const { reason } of failed) expect(reason).toBeInstanceOf(AppendOutcomeUnknown);

    await Promise.all(appends.map((append) => insist(() => attempt(append))));
    for (const { stream, events } of appends) expect(idsOf(await read(stream, faulty))).toEqual(idsOf(events));
  });

  it('recognises its own events when the server reports a wrong expected version', async () => {
    const events = newEvents(2);
    node.failNextAppends('conflict after');
    const recorded = await faulty.append('conflict-1', NO_STREAM, events, NONE);
    expect(await read('conflict-1', faulty)).toEqual(recorded);
  });

  it('reports an unknown outcome when it cannot read the events of a conflict', async () => {
    node.failNextAppends(() => {
      node.denyAccessTo('conflict-2');
      return 'conflict after';
    });
    const append = faulty.append('conflict-2', NO_STREAM, newEvents(1), NONE);
    await expect(append).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    await expect(append).rejects.toThrow('access denied');
  });

  it('rejects the append when another writer was faster', async () => {
    node.failNextAppends(() => {
      const event = { id: randomUUID(), type: 'Rival', contentType: 'application/json' };
      const data = new TextEncoder().encode('{}');
      node.log.append('raced-1', 'no stream', [{ ...event, data, metadata: new Uint8Array() }]);
    });
    const append = faulty.append('raced-1', NO_STREAM, newEvents(2), NONE);
    await expect(append).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect((await read('raced-1', faulty)).map(({ type }) => type)).toEqual(['Rival']);
  });

  it('rejects an append with AppendRejected when the server refuses it, and stores nothing', async () => {
    const small = await start({ maxAppendSize: 10_000, maxAppendEventSize: 8_000 });
    const refused = connect(small.connectionString);
    const event = (size: number): NewEvent => ({ id: randomUUID(), type: 'Large', data: 'x'.repeat(size) });
    small.denyAccessTo('forbidden');
    for (const [stream, events, reason] of [
      ['large-1', Array.from({ length: 3 }, () => event(4_000)), 'MaxAppendSize'],
      ['large-1', [event(9_000)], 'MaxAppendEventSize'],
      ['forbidden-1', [event(1)], 'refuses access'],
    ] as const) {
      const append = refused.append(stream, NO_STREAM, [...events], NONE);
      await expect(append).rejects.toBeInstanceOf(AppendRejected);
      await expect(append).rejects.toThrow(reason);
    }
    expect(await read('large-1', refused)).toEqual([]);
    await refused.append('large-1', NO_STREAM, [event(1)], NONE);
    await expect(read('forbidden-1', refused)).rejects.toMatchObject({
      message: expect.stringContaining('refuses access'),
      cause: { message: expect.stringContaining('access control lists') },
    });
  });
});
