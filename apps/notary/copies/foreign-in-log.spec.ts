import { randomUUID } from 'node:crypto';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NotaryFixture } from '../testing/notary-suite';
import { CopiesFixture } from './testing/copies-fixture';

describe('an event of another program in the stream of a log', () => {
  let test: TestDatabase;
  let server: StandIn;
  let connection: Connection;
  let notaries: NotaryFixture;
  let outside: CopiesFixture;
  beforeAll(async () => {
    test = await createTestDatabase();
    server = await StandIn.start();
    connection = new Connection(server.connectionString);
    const own = await test.as(ROLES.notary);
    const store = (database: typeof own) => new EventStoreDbEventStore(connection, database);
    notaries = new NotaryFixture(store(own), store(test.owner), own);
    outside = new CopiesFixture(notaries, test.owner);
    await outside.start();
  });
  afterAll(async () => {
    await notaries?.stop();
    await outside?.stop();
    await connection?.close();
    await server?.stop();
    await test?.drop();
  });

  it('delays no copies, neither of this log nor of others', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const append = async (): Promise<void> => {
      for (const tenant of [one, other]) await notaries.append(tenant, `customer-${randomUUID()}`);
      await notaries.caughtUp(one, other);
    };
    await notaries.start(undefined, outside.options([outside.bucketTarget]));
    await append();
    for (const tenant of [one, other]) await outside.caughtUp(tenant, 'bucket');

    const bytes = { data: Buffer.from([1, 2, 3]), metadata: Buffer.alloc(0) };
    const contentType = 'application/octet-stream';
    server.log.append(`notary-log-${one}`, 'any', [{ id: randomUUID(), type: 'X', contentType, ...bytes }]);
    await append();
    for (const tenant of [one, other]) await outside.caughtUp(tenant, 'bucket');
  });
});
