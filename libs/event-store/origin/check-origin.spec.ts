import { randomUUID } from 'node:crypto';
import { TENANT_STREAM_PREFIX } from '@probity/contracts/tenants/events';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { type EventStore, NO_STREAM } from '../event-store';
import { Connection } from '../eventstoredb/connection';
import { StandIn } from '../eventstoredb/testing/stand-in/stand-in';
import { openEventStore } from '../open-event-store';
import { OtherEventStore } from './other-event-store';

let test: TestDatabase;
let servers: StandIn[];
beforeEach(async () => {
  test = await createTestDatabase();
  servers = [await StandIn.start(), await StandIn.start()];
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  await test.drop();
});

const urlOf = (index: number): string => servers[index]!.connectionString;
const hostOf = (index: number): string => new URL(urlOf(index)).host;

/** Opens the event store as a service does, and closes it after the work. */
async function start(
  url: string | undefined,
  work: (store: EventStore) => Promise<unknown> = async () => {},
  { owner } = test,
) {
  const connection = url === undefined ? undefined : new Connection(url);
  try {
    await work((await openEventStore(connection, owner)).store);
  } finally {
    await connection?.close();
  }
}
const append = (stream: string) => (store: EventStore) =>
  store.append(stream, NO_STREAM, [{ id: randomUUID(), type: 'Happened', data: named(stream) }], async () => {});
/** What the events of ledgers and tenants have in common. */
const named = (stream: string) => ({
  ledger_id: stream.slice('ledger-'.length),
  tenant_id: stream.slice('tenant-'.length),
});

/** Expects that a start fails with a message that contains each of the texts. */
async function expectStop(url: string | undefined, ...texts: string[]): Promise<void> {
  const error: unknown = await start(url).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OtherEventStore);
  for (const text of texts) expect((error as Error).message).toContain(text);
}
const forgetRecord = () => test.owner.query('DELETE FROM event_store.origin');
const addTenant = async (): Promise<string> => {
  const id = randomUUID();
  await test.owner.query('INSERT INTO back_office.tenants VALUES ($1, $2, $2, now(), 0)', [id, `t-${id}`]);
  return id;
};

describe('a read side whose events are in Postgres', () => {
  it('can be used again; a start with an EventStoreDB fails and names both event stores', async () => {
    await start(undefined);
    await start(undefined);
    await expectStop(urlOf(0), 'Postgres', hostOf(0), 'remove EVENTSTORE_URL');
  });

  it('without a record is recognised by its events; a start with an empty EventStoreDB fails', async () => {
    await start(undefined, append(`ledger-${randomUUID()}`));
    await forgetRecord();
    await expectStop(urlOf(0), 'Postgres', hostOf(0));
    await start(undefined);
  });
});

describe('a read side whose events are in EventStoreDB', () => {
  it('can be used again, also at another address; a start with Postgres or another EventStoreDB fails', async () => {
    await start(urlOf(0), append(`ledger-${randomUUID()}`));
    await start(urlOf(0).replace('127.0.0.1', 'localhost'));
    await expectStop(undefined, hostOf(0).replace('127.0.0.1', 'localhost'), 'Postgres', 'set EVENTSTORE_URL');
    await expectStop(urlOf(1), hostOf(1));
  });

  it('is distinguished by its id from the EventStoreDB of another database', async () => {
    await start(urlOf(0));
    const other = await createTestDatabase();
    await start(urlOf(1), undefined, other);
    await expectStop(urlOf(1), hostOf(0), hostOf(1), '(store ');
    await other.drop();
  });

  it('without a record is recognised by a stream that its event store must have', async () => {
    const stream = `${TENANT_STREAM_PREFIX}${await addTenant()}`;
    await expectStop(undefined, stream, 'Postgres');
    await expectStop(urlOf(0), stream, hostOf(0));
    await forgetRecord();
    const another = await createTestDatabase();
    await start(urlOf(1), append(stream), another);
    await another.drop();
    await start(urlOf(1));
    await expectStop(urlOf(0), hostOf(0), hostOf(1));
  });

  it('does not show the user and the password of an EventStoreDB in the error', async () => {
    await start(undefined);
    await expectStop(urlOf(0).replace('//', '//reader:open-sesame@'), `esdb://${hostOf(0)}`);
    await start(urlOf(0).replace('//', '//reader:open-sesame@')).catch(({ message }: Error) => {
      expect(message).not.toContain('open-sesame');
    });
  });
});

describe('the record of the event store', () => {
  it('can be created by each service that opens an event store, and changed by none', async () => {
    for (const role of [ROLES.ledger, ROLES.backOffice, ROLES.relay, ROLES.customerRisk, ROLES.pipeline]) {
      const database = await test.as(role);
      await openEventStore(undefined, database);
      await expect(database.query("UPDATE event_store.origin SET kind = 'eventstoredb'")).rejects.toThrow('permission');
      await database.query("SELECT event_store.record_origin('eventstoredb', 'mine', 'here')");
      await openEventStore(undefined, database);
      if (role !== ROLES.pipeline) await forgetRecord();
    }
  });

  it('cannot be created by another service', async () => {
    const gateway = await test.as(ROLES.gateway);
    await expect(gateway.query("SELECT event_store.record_origin('postgres', 'postgres', NULL)")).rejects.toThrow(
      'permission',
    );
  });

  it('is created once when services start at the same time', async () => {
    await Promise.all(Array.from({ length: 4 }, () => start(urlOf(0))));
    await expectStop(urlOf(1), hostOf(0), hostOf(1));
  });
});
