import { randomUUID } from 'node:crypto';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { AppendRejected, type NewEvent, NO_STREAM } from '../event-store';
import { Connection } from './connection';
import { StreamWasDeleted } from './failures';
import { appendRequest } from './requests';
import { NONE, newEvents, idsOf, store, url, read, readOn } from './testing/stored-events';

describe('EventStoreDB: events and deletions by other programs', () => {
  let client: EventStoreDBClient;
  beforeAll(() => (client = EventStoreDBClient.connectionString(url)));
  afterAll(() => client.dispose());

  const stream = (): string => `odd${randomUUID()}-1`;
  const appendRaw = async (name: string, data: string, metadata?: string): Promise<void> => {
    const connection = new Connection(url);
    await connection.append(appendRequest(name, NO_STREAM, [{ id: randomUUID(), type: 'Raw', data, metadata }]));
    await connection.close();
  };

  it.each([
    ['a duplicated key', '{"amount":"1","amount":"2"}'],
    ['white space', '{ "amount": "1" }'],
    ['text that is not JSON', 'amount=1'],
    ['a number that loses digits', '{"amount":12345678901234567890}'],
  ])('reads data as undefined when Probity cannot have written it: %s', async (_case, text) => {
    const name = stream();
    await appendRaw(name, text);
    expect(await read(name)).toEqual([expect.objectContaining({ type: 'Raw', data: undefined, revision: 0 })]);
    expect((await readOn(name, 1)).events[0]).toHaveProperty('data', undefined);
  });

  it('reads a JSON string', async () => {
    const name = stream();
    await appendRaw(name, '"just a text"', '{"traceparent":"00-1-2-01"}');
    expect(await store.lastEvent(name)).toMatchObject({
      data: 'just a text',
      metadata: { traceparent: '00-1-2-01' },
    });
  });

  it('reads binary events and links without data, at their revisions', async () => {
    const name = stream();
    const [ours] = newEvents(1) as [NewEvent];
    await store.append(name, NO_STREAM, [ours], NONE);
    const foreign = [
      binaryEvent({ type: 'Picture', data: Buffer.from([0xff, 0xfe, 0]) }),
      binaryEvent({ type: '$>', data: Buffer.from(`0@${name}`) }),
    ];
    await client.appendToStream(name, foreign, { expectedRevision: 0n });
    const expected = [
      { ...ours, stream: name, revision: 0 },
      { id: foreign[0]!.id, type: 'Picture', stream: name, revision: 1, isForeign: true },
      { id: foreign[1]!.id, type: '$>', stream: name, revision: 2, isForeign: true },
    ];
    expect(await read(name)).toEqual(expected);
    expect((await readOn(name, 3)).events).toEqual(expected);
  });

  it('reports that a stream was deleted permanently; subscriptions continue', async () => {
    const prefix = `odd${randomUUID()}`;
    const events = newEvents(2);
    await store.append(`${prefix}-gone`, NO_STREAM, events, NONE);
    await client.tombstoneStream(`${prefix}-gone`);
    const after = await store.append(`${prefix}-there`, NO_STREAM, newEvents(1), NONE);

    await expect(read(`${prefix}-gone`)).rejects.toThrow('the stream was deleted permanently');
    await expect(store.lastEvent(`${prefix}-gone`)).rejects.toThrow('the stream was deleted permanently');
    const append = store.append(`${prefix}-gone`, 1, newEvents(1), NONE);
    await expect(append).rejects.toBeInstanceOf(AppendRejected);
    await expect(append).rejects.toThrow('the stream was deleted permanently');
    expect(idsOf((await readOn(prefix, 3)).events)).toEqual(idsOf([...events, ...after]));
  });

  it('reports an append to a deleted stream instead of starting the stream again', async () => {
    const name = stream();
    await store.append(name, NO_STREAM, newEvents(2), NONE);
    await client.deleteStream(name);
    expect(await read(name)).toEqual([]);
    expect(await store.lastEvent(name)).toBeUndefined();
    const append = store.append(name, NO_STREAM, newEvents(1), NONE);
    await expect(append).rejects.toBeInstanceOf(StreamWasDeleted);
  });

  it.each([
    ['deleted', (name: string) => client.deleteStream(name)],
    ['limited by $maxCount', (name: string) => client.setStreamMetadata(name, { maxCount: 1 })],
  ])('rejects an append to a stream that was %s after its first events', async (_how, cutOff) => {
    const name = stream();
    await store.append(name, NO_STREAM, newEvents(2), NONE);
    await cutOff(name);
    const append = store.append(name, 1, newEvents(1), NONE);
    await expect(append).rejects.toBeInstanceOf(AppendRejected);
    await expect(append).rejects.toThrow('restore the event store from a backup');
  });

  it("leaves out the server's own streams from a subscription to all streams", async () => {
    const name = stream();
    const [first] = await store.append(name, NO_STREAM, newEvents(1), NONE);
    const { checkpoints } = await readOn(name, 1);
    await client.deleteStream(name); // writes $metadata
    const [second] = await store.append(stream(), NO_STREAM, newEvents(1), NONE);
    const { events } = await readOn('', 1, checkpoints.at(-1));
    expect(idsOf(events)).toEqual([second!.id]);
    expect(first!.stream).toBe(name);
  });
});
