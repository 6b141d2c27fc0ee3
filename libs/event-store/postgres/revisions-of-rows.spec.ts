import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NO_STREAM, type RecordedEvent } from '../event-store';
import { PostgresEventStore } from './postgres-event-store';

const INSERT = `
  INSERT INTO event_store.events (stream, revision, id, type, data)
  VALUES ($1, $2::bigint, gen_random_uuid(), 'Happened', '{}')`;
const LIFT = `
  ALTER TABLE event_store.events
    DROP CONSTRAINT events_revision_is_exact, DROP CONSTRAINT events_revision_check`;
const event = { id: randomUUID(), type: 'Happened', data: {} };

describe('a row of Postgres whose revision is no exact number', () => {
  let test: TestDatabase;
  let store: PostgresEventStore;
  beforeAll(async () => {
    test = await createTestDatabase();
    store = new PostgresEventStore(test.owner);
  });
  afterAll(() => test?.drop());

  async function all(batches: AsyncIterable<RecordedEvent[] | { events: RecordedEvent[] }>): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const batch of batches) events.push(...(Array.isArray(batch) ? batch : batch.events));
    return events;
  }

  it.each(['9007199254740992', '9223372036854775807', '-1'])('is rejected: %s', async (revision) => {
    await expect(test.owner.query(INSERT, [`refused-${randomUUID()}`, revision])).rejects.toThrow('check constraint');
  });

  describe('if the owner of the table has lifted that', () => {
    beforeAll(() => test.owner.query(LIFT));

    it.each([
      ['9007199254740991', Number.MAX_SAFE_INTEGER],
      ['9007199254740993', Number.MAX_SAFE_INTEGER],
      ['9223372036854775807', Number.MAX_SAFE_INTEGER],
      ['-1', 0],
      ['-9223372036854775808', 0],
    ])('is a damaged event for every reader, and others are read: %s', async (row, seen) => {
      const [stream, other] = [`bad${row}-1`, `bad${row}-2`];
      await test.owner.query(INSERT, [stream, row]);
      await test.owner.query(INSERT, [stream, '0']);
      await store.append(other, NO_STREAM, [event], async () => {});
      const damaged = { stream, revision: seen, data: undefined };
      const sound = { stream, revision: 0, data: {} };

      const followed = await all(store.readToEnd(`bad${row}-`, undefined, new AbortController().signal));
      expect(followed).toMatchObject([damaged, sound, { ...sound, stream: other }]);
      const isHigh = seen > 0;
      expect(await all(store.readStream(stream))).toMatchObject(isHigh ? [sound, damaged] : [sound]);
      expect(await store.lastEvent(stream)).toMatchObject(isHigh ? damaged : sound);
      expect(await all(store.readStream(stream, { from: 1, to: seen }))).toMatchObject(isHigh ? [damaged] : []);
    });
  });
});
