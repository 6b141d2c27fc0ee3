import { randomUUID } from 'node:crypto';
import {
  type AllStreamResolvedEvent,
  type EventData,
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  type Position,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { StandIn } from './stand-in';

const realServer = process.env.EVENTSTORE_URL;

/**
 * The server behaviour that the adapter relies on, tested with the operations of the client library. To check that
 * the stand-in behaves like a real server, run this file against one (EVENTSTORE_URL).
 */
describe(`server behaviour: ${realServer ? 'the server at EVENTSTORE_URL' : 'stand-in'}`, () => {
  let standIn: StandIn | undefined;
  let client: EventStoreDBClient;
  let stream: string;

  beforeAll(async () => {
    if (!realServer) standIn = await StandIn.start();
    client = EventStoreDBClient.connectionString(realServer ?? standIn!.connectionString);
  });
  afterAll(async () => {
    await client.dispose();
    await standIn?.stop();
  });
  beforeEach(() => (stream = `behaviour${randomUUID()}-1`));

  const events = (count: number): EventData[] =>
    Array.from({ length: count }, (_, n) => jsonEvent({ type: 'Happened', data: { n } }));
  const idsOf = async (
    reading: AsyncIterable<{ event?: { id: string; revision: bigint } }>,
  ): Promise<(string | undefined)[]> => {
    const ids: (string | undefined)[] = [];
    for await (const { event } of reading) ids.push(event?.id);
    return ids;
  };

  // The client library uses the batch call. If credentials are given, it makes a separate call for each append.
  const ways: [string, object][] = [['batch call', {}]];
  if (!realServer || realServer.includes('tls=false')) {
    ways.push(['separate calls', { credentials: { username: 'admin', password: 'changeit' } }]);
  }
  describe.each(ways)('appends (%s)', (_way, options) => {
    const append = (which: EventData[], expectedRevision: bigint | 'no_stream') =>
      client.appendToStream(stream, which, { expectedRevision, ...options });

    it('returns the last revision of the append, also when it is repeated after later appends', async () => {
      const first = events(3);
      expect(await append(first, 'no_stream')).toMatchObject({ success: true, nextExpectedRevision: 2n });
      expect(await append(first, 'no_stream')).toMatchObject({ success: true, nextExpectedRevision: 2n });
      await append(events(2), 2n);
      expect(await append(first, 'no_stream')).toMatchObject({ success: true, nextExpectedRevision: 2n });
      expect(await append(first.slice(0, 2), 'no_stream')).toMatchObject({ nextExpectedRevision: 1n });
      expect(await idsOf(client.readStream(stream))).toHaveLength(5);
    });

    it('reports a conflict for a partial overlap, another order or another revision', async () => {
      const first = events(3);
      await append(first, 'no_stream');
      for (const [which, expected] of [
        [[...first, ...events(1)], 'no_stream'],
        [[...first].reverse(), 'no_stream'],
        [first.slice(1), 'no_stream'],
        [first, 0n],
        [events(1), 'no_stream'],
        [events(1), 1n],
        [events(1), 7n],
      ] as const) {
        const attempt = append([...which], expected);
        await expect(attempt).rejects.toBeInstanceOf(WrongExpectedVersionError);
        await expect(attempt).rejects.toMatchObject({ actualVersion: 2n });
      }
      expect(await idsOf(client.readStream(stream))).toEqual(first.map(({ id }) => id));
    });

    it('reports a conflict when the expected stream does not exist', async () => {
      await expect(append(events(1), 0n)).rejects.toMatchObject({ actualVersion: 'no_stream' });
    });

    it('rejects an append above the size limit', async () => {
      const large = Array.from({ length: 3 }, () => jsonEvent({ type: 'Large', data: { text: 'x'.repeat(400_000) } }));
      await expect(append(large, 'no_stream')).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
      await expect(idsOf(client.readStream(stream))).rejects.toBeInstanceOf(StreamNotFoundError);
    });

    it('continues the revisions of a deleted stream, and rejects appends to a permanently deleted one', async () => {
      await append(events(2), 'no_stream');
      await client.deleteStream(stream);
      await expect(idsOf(client.readStream(stream))).rejects.toBeInstanceOf(StreamNotFoundError);
      const again = events(1);
      expect(await append(again, 'no_stream')).toMatchObject({ nextExpectedRevision: 2n });
      expect(await idsOf(client.readStream(stream))).toEqual([again[0]!.id]);

      await client.tombstoneStream(stream);
      await expect(append(events(1), 2n)).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(idsOf(client.readStream(stream))).rejects.toBeInstanceOf(StreamDeletedError);
    });
  });

  it('reads a stream in both directions, from a revision, up to a count', async () => {
    const ids = events(40);
    await client.appendToStream(stream, ids, { expectedRevision: 'no_stream' });
    const expected = ids.map(({ id }) => id);
    expect(await idsOf(client.readStream(stream, { fromRevision: 35n }))).toEqual(expected.slice(35));
    expect(await idsOf(client.readStream(stream, { fromRevision: 3n, maxCount: 34 }))).toEqual(expected.slice(3, 37));
    expect(await idsOf(client.readStream(stream, { fromRevision: 40n }))).toEqual([]);
    const backwards = { direction: 'backwards', fromRevision: 'end', maxCount: 2 } as const;
    expect(await idsOf(client.readStream(stream, backwards))).toEqual(expected.slice(-2).reverse());
  });

  it('reads the log forwards including the start position, and backwards excluding it', async () => {
    const ours = events(3);
    await client.appendToStream(stream, ours, { expectedRevision: 'no_stream' });
    const [newest] = await collect(client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 }));
    expect(newest?.event?.position).toBeDefined();
    const positions: Position[] = [];
    for await (const { event } of client.subscribeToAll({ filter: prefixed(stream) })) {
      positions.push(event!.position);
      if (positions.length === 3) break;
    }
    const forwards = await collect(client.readAll({ fromPosition: positions[1]!, maxCount: 1 }));
    expect(forwards[0]?.event?.id).toBe(ours[1]!.id);
    const back = { direction: 'backwards', fromPosition: positions[1]!, maxCount: 1 } as const;
    expect((await collect(client.readAll(back)))[0]?.event?.id).toBe(ours[0]!.id);
  });

  it('sends a subscriber the stored events, the caught-up message, new events and checkpoints', async () => {
    const ours = events(3);
    const position = (await client.appendToStream(stream, ours, { expectedRevision: 'no_stream' })).position!;
    const seen: string[] = [];
    const checkpoints: Position[] = [];
    const subscription = client.subscribeToAll({
      fromPosition: START,
      filter: { ...prefixed(stream), checkpointReached: (_s, reached) => void checkpoints.push(reached) },
    });
    const later = events(1);
    subscription.on('caughtUp', () => {
      seen.push('caught up');
      void client.appendToStream(stream, later, { expectedRevision: 2n });
    });
    for await (const { event } of subscription) {
      seen.push(event!.id);
      if (event!.id === later[0]!.id) break;
    }
    await subscription.unsubscribe();
    expect(seen).toEqual([...ours.map(({ id }) => id), 'caught up', later[0]!.id]);
    expect(checkpoints.length).toBeGreaterThan(0);
    expect(position.commit).toBeGreaterThan(0n);
  });

  it('continues after the position of an event without repeating it', async () => {
    const ours = events(3);
    await client.appendToStream(stream, ours, { expectedRevision: 'no_stream' });
    const first: AllStreamResolvedEvent[] = [];
    for await (const event of client.subscribeToAll({ filter: prefixed(stream) })) {
      first.push(event);
      break;
    }
    const fromPosition = first[0]!.event!.position;
    const rest: string[] = [];
    for await (const { event } of client.subscribeToAll({ fromPosition, filter: prefixed(stream) })) {
      rest.push(event!.id);
      if (rest.length === 2) break;
    }
    expect(rest).toEqual(ours.slice(1).map(({ id }) => id));
  });

  it('sends subscribers an event when a stream is deleted permanently', async () => {
    await client.appendToStream(stream, events(1), { expectedRevision: 'no_stream' });
    await client.tombstoneStream(stream);
    const types: string[] = [];
    for await (const { event } of client.subscribeToAll({ filter: prefixed(stream) })) {
      types.push(event!.type);
      if (types.length === 2) break;
    }
    expect(types).toEqual(['Happened', '$streamDeleted']);
  });
});

function prefixed(prefix: string) {
  return streamNameFilter({ prefixes: [prefix], maxSearchWindow: 10, checkpointInterval: 1 });
}

async function collect<T>(reading: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of reading) all.push(each);
  return all;
}
