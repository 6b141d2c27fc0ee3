import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { database, store, url } from '../eventstoredb/testing/stored-events';
import { AuthenticatedService, newEvents } from './testing/authenticated';

let client: EventStoreDBClient;
let service: AuthenticatedService;
let inserted: string;
beforeAll(() => (client = EventStoreDBClient.connectionString(url)));
afterAll(() => client.dispose());
beforeEach(() => {
  service = new AuthenticatedService(store, database.owner);
  inserted = service.newStream();
});

/** Events of another program say that a stream was taken over, and that the takeover is complete. */
const pretend = async (): Promise<void> => {
  const streams = [{ stream: inserted, revision: 0, hash: '00' }];
  await client.appendToStream(`taken-over-${service.name}`, [
    jsonEvent({ type: 'StreamsTakenOver', data: { service: service.name, streams, taken_over_at: '' } }),
    jsonEvent({ type: 'TakeoverCompleted', data: { service: service.name, streams: 1, completed_at: '' } }),
  ]);
};
const insert = () => service.smuggle(inserted, newEvents(1));

it('events of another program take over no stream of a new installation', async () => {
  await service.start();
  await pretend();
  await insert();
  for (const _process of [1, 2]) {
    await service.start();
    await service.takeOver();
    expect(await service.damaged(inserted)).toEqual([0]);
    const { first_wrong } = await service.verify();
    expect(first_wrong).toMatchObject({ stream: service.authentication.ownStream, problem: 'foreign' });
  }
});

it('events of another program neither complete nor extend the takeover of an older installation', async () => {
  const old = service.newStream();
  await service.smuggle(old, newEvents(1));
  await service.start();
  await pretend();
  expect(await service.takeover().look()).toBe(false);
  await service.takeOver();
  await service.takeover().bindToKey();
  await insert();
  await service.start();
  expect(await service.takeover().look()).toBe(true);
  await service.verify();
  expect([await service.damaged(old), await service.damaged(inserted)]).toEqual([[], [0]]);
});
