import { randomUUID } from 'node:crypto';
import type { Sql } from '@probity/persistence/database';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import type { RecordedEvent } from './event-store';
import { PostgresEventStore } from './postgres/postgres-event-store';
import { projectStream } from './project-stream';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.owner.execute('CREATE TABLE things (stream text PRIMARY KEY, projected int NOT NULL)');
});
afterAll(() => test.drop());

const event: RecordedEvent = { id: randomUUID(), stream: 'thing-1', revision: 0, type: 'ThingMade', data: {} };
const LOOK = 'SELECT FROM things WHERE stream = $1';
const INSERT = 'INSERT INTO things (stream, projected) VALUES ($1, 1)';

it('projects events that another process projects at the same moment', async () => {
  let hasLooked!: () => void;
  const looked = new Promise<void>((resolve) => (hasLooked = resolve));
  /** Finds no row, and then inserts it, as the other one does too. */
  const projection = async (sql: Sql): Promise<void> => {
    const { rowCount } = await sql.query(LOOK, [event.stream]);
    hasLooked();
    if (rowCount === 0) await sql.query(INSERT, [event.stream]);
  };
  const other = test.owner.transaction(async (sql) => {
    await sql.query(INSERT, [event.stream]);
    await looked;
  });
  await projectStream(new PostgresEventStore(test.owner), test.owner, projection, [event]);
  await other;
  expect((await test.owner.query('SELECT projected FROM things')).rows).toEqual([{ projected: 1 }]);
});

it('fails when the row of another object is in the way', async () => {
  const projection = async (sql: Sql): Promise<void> => void (await sql.query(INSERT, [event.stream]));
  await expect(projectStream(new PostgresEventStore(test.owner), test.owner, projection, [event])).rejects.toThrow(
    'things_pkey',
  );
});
