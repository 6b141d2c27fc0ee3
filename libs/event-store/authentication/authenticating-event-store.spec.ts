import { tamper } from '../../../testing/tamper';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { store as eventStoreDb, database as besideEventStoreDb } from '../eventstoredb/testing/stored-events';
import { EventDamaged } from '../damaged';
import { NO_STREAM, ReadSideBehind, type RecordedEvent, StreamCutOff } from '../event-store';
import { GatheringEventStore } from '../postgres/gathering-event-store';
import { PostgresEventStore } from '../postgres/postgres-event-store';
import { describeEventStore } from '../testing/event-store-contract';
import { AuthenticatedService, NONE, newEvents } from './testing/authenticated';
import { describeAuthentication } from './testing/authentication-contract';

let test: TestDatabase;
let service: AuthenticatedService;
beforeAll(async () => {
  test = await createTestDatabase();
  service = Object.assign(new AuthenticatedService(new PostgresEventStore(test.owner), test.owner), {
    prefix: 'contract',
  });
  await service.start();
  await service.takeOver();
});
afterAll(() => test.drop());

describeEventStore('authenticated, on Postgres', () => ({ store: service.store, sql: test.owner }));
describeAuthentication('Postgres', () => ({ below: new PostgresEventStore(test.owner), database: test.owner }));
describeAuthentication('Postgres, with gathered reads', () => ({
  below: new GatheringEventStore(test.owner),
  database: test.owner,
}));
describeAuthentication('EventStoreDB', () => ({ below: eventStoreDb, database: besideEventStoreDb.owner }));

describe('a stream in Postgres', () => {
  let own: AuthenticatedService;
  let stream: string;
  beforeEach(async () => {
    own = await new AuthenticatedService(new PostgresEventStore(test.owner), test.owner).start();
    await own.takeOver();
    stream = own.newStream();
    await own.store.append(stream, NO_STREAM, newEvents(4), NONE);
  });

  it.each([
    [0, 'its first events are missing'],
    [2, 'the event at revision 2 is missing'],
  ])('is not read when its event %s is gone', async (revision, message) => {
    await tamper(test.owner, 'DELETE FROM event_store.events WHERE stream = $1 AND revision = $2', stream, revision);
    await expect(own.read(stream)).rejects.toThrow(StreamCutOff);
    await expect(own.read(stream)).rejects.toThrow(message);
    const { wrong_streams, first_wrong } = await own.verify();
    expect([wrong_streams, first_wrong]).toEqual([1, { stream, revision, problem: 'missing' }]);
  });

  it.each([19, 20, 21, 1_019])('is not read with gathered reads either when its event %s is gone', async (revision) => {
    const gathering = await new AuthenticatedService(new GatheringEventStore(test.owner), test.owner).start();
    await gathering.takeOver();
    const long = gathering.newStream();
    await gathering.store.append(long, NO_STREAM, newEvents(1_025), NONE);
    await tamper(test.owner, 'DELETE FROM event_store.events WHERE stream = $1 AND revision = $2', long, revision);
    await expect(gathering.read(long)).rejects.toThrow(StreamCutOff);
    await expect(gathering.read(long)).rejects.toThrow(`the event at revision ${revision} is missing`);
  });

  it('that another tenant’s events were moved to is not read', async () => {
    const other = own.newStream();
    await tamper(test.owner, 'UPDATE event_store.events SET stream = $2 WHERE stream = $1', stream, other);
    expect(await own.damaged(other)).toEqual([0, 1, 2, 3]);
  });

  it.each(['mac', 'mac_key'])('with metadata that lost its %s is not read', async (field) => {
    await tamper(
      test.owner,
      'UPDATE event_store.events SET metadata = (metadata::jsonb - $2)::text WHERE stream = $1 AND revision = 1',
      stream,
      field,
    );
    expect(await own.damaged(stream)).toEqual([1]);
  });
});

it('keeps events that are not authentic from the projection that an append completes', async () => {
  const own = await new AuthenticatedService(eventStoreDb, besideEventStoreDb.owner).start();
  await own.takeOver();
  const stream = own.newStream();
  await own.smuggle(stream, newEvents(1));
  const projected: RecordedEvent[] = [];
  const append = own.store.append(stream, 0, newEvents(1), (_sql, events) => {
    if (events[0]!.revision > 0) throw new ReadSideBehind(stream, NO_STREAM);
    projected.push(...events);
    return Promise.resolve();
  });
  await expect(append).rejects.toMatchObject({ cause: expect.any(EventDamaged) });
  expect(projected).toEqual([]);
});
