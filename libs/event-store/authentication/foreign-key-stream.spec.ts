import { randomBytes, randomUUID } from 'node:crypto';
import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { Sealer } from '@probity/platform/sealing';
import { store, url } from '../eventstoredb/testing/stored-events';
import { EventKeys } from './event-keys';

let client: EventStoreDBClient;
beforeAll(() => (client = EventStoreDBClient.connectionString(url)));
afterAll(() => client.dispose());

it('a service gets its key although another program wrote into the stream before, and keeps it', async () => {
  const service = `service-${randomUUID()}`;
  const sealer = new Sealer(randomBytes(32));
  const foreign = [
    jsonEvent({ type: 'EventKeyCreated', data: { key_id: `${service}/0`, sealed: 'AAAA' } }),
    binaryEvent({ type: 'EventKeyCreated', data: randomBytes(100) }),
  ];
  await client.appendToStream(`event-key-${service}`, foreign);
  const first = await EventKeys.open(store, service, sealer, new Date());
  await client.appendToStream(`event-key-${service}`, [jsonEvent({ type: 'Other', data: {} })]);
  const again = await EventKeys.open(store, service, sealer, new Date());
  expect(again.verify(first.currentId, first.sign('a text'), 'a text')).toBe(true);
});
