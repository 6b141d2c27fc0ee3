import { randomBytes, randomUUID } from 'node:crypto';
import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { Sealer } from '@probity/platform/sealing';
import { store, url } from '../eventstoredb/testing/stored-events';
import { EventKeys } from './event-keys';
import { KeyStream } from './key-stream';

let client: EventStoreDBClient;
beforeAll(() => (client = EventStoreDBClient.connectionString(url)));
afterAll(() => client.dispose());

it('a service gets its key although another program wrote into the stream before, and keeps it', async () => {
  const service = `service-${randomUUID()}`;
  const sealer = new Sealer(randomBytes(32));
  const hasEvents = () => Promise.resolve(true);
  const foreign = [
    jsonEvent({ type: 'EventKeyCreated', data: { key_id: `${service}/0`, sealed: 'AAAA' } }),
    binaryEvent({ type: 'EventKeyCreated', data: randomBytes(100) }),
  ];
  await client.appendToStream(`event-key-${service}`, foreign);
  const first = await EventKeys.open(store, service, sealer, new Date(), hasEvents);
  await client.appendToStream(`event-key-${service}`, [jsonEvent({ type: 'Other', data: {} })]);
  const again = await EventKeys.open(store, service, sealer, new Date(), hasEvents);
  expect(again.verify(first.currentId, first.sign('a text'), 'a text')).toBe(true);
});

it('a service keeps its key among any number of keys that do not open, of which it remembers some', async () => {
  const name = `service-${randomUUID()}`;
  const stream = `event-key-${name}`;
  const purpose = { stream, type: 'EventKeyCreated', algorithm: 'none', name, context: 'event-key' };
  const keys = new KeyStream(store, purpose, new Sealer(randomBytes(32)));
  const secret = randomBytes(32);
  const first = (bytes: Buffer) => () => Promise.resolve({ number: 0, secret: bytes });
  await keys.open(first(secret), new Date());
  const forged = Array.from({ length: 1_500 }, (_, n) => {
    const data = { key_id: `${name}/${n}`, sealed: randomBytes(60).toString('base64') };
    return jsonEvent({ type: 'EventKeyCreated', data, metadata: { id: randomUUID() } });
  });
  await client.appendToStream(stream, forged);
  expect(await keys.open(first(randomBytes(32)), new Date())).toMatchObject([{ id: `${name}/0`, secret }]);
  const { resealed, unreadable } = await keys.reseal(new Date());
  expect([resealed, unreadable.length]).toEqual([0, 1_000]);
});
