import { randomUUID } from 'node:crypto';
import { NO_STREAM, type RecordedEvent } from '../event-store';
import { NONE, newEvents, realServer, standIn, store } from './testing/stored-events';

/** Each is the rest of the name of a stream. */
const NAMES: [what: string, rest: string][] = [
  ['a zero character', '\0'],
  ['a zero character behind an id', `${randomUUID()}\0`],
  ['more bytes than any name of Probity', 'é'.repeat(250)],
];

// A real server takes these names, too, but the client library of the tests does not.
(realServer ? describe.skip : describe)('EventStoreDB: streams and types with names that Postgres cannot store', () => {
  const write = (stream: string, type: string): void => {
    const metadata = Buffer.from(JSON.stringify({ id: randomUUID() }));
    const event = { id: randomUUID(), type, contentType: 'application/json', data: Buffer.from('{}'), metadata };
    standIn.log.append(stream, 'any', [event]);
  };

  async function followed(prefix: string): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    const { signal } = new AbortController();
    for await (const batch of store.readToEnd(prefix, undefined, signal)) events.push(...batch.events);
    return events;
  }

  it.each(NAMES)('hides a stream from the list and marks its events as foreign: %s', async (_what, rest) => {
    const prefix = `names${randomUUID()}-`;
    write(prefix + rest, 'Happened');
    const [own] = await store.append(`${prefix}1`, NO_STREAM, newEvents(1), NONE);
    const listed: string[] = [];
    for await (const stream of store.listStreams(prefix)) listed.push(stream);
    expect(listed).toEqual([`${prefix}1`]);
    expect(await followed(prefix)).toEqual([expect.objectContaining({ isForeign: true }), own]);
  });

  it.each([
    ['a zero character', 'Happ\0ened'],
    ['more bytes than any type of Probity', 'H'.repeat(501)],
  ])('marks an event of such a type as foreign: %s', async (_what, type) => {
    const prefix = `types${randomUUID()}-`;
    const [own] = await store.append(`${prefix}1`, NO_STREAM, newEvents(1), NONE);
    write(`${prefix}1`, type);
    expect(await followed(prefix)).toEqual([own, expect.objectContaining({ isForeign: true, revision: 1 })]);
    expect(await store.lastEvent(`${prefix}1`)).toMatchObject({ isForeign: true, revision: 1 });
  });
});
