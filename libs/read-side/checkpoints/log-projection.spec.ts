import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { projectLog } from './log-projection';
import { logEvents } from './testing/log-events';

const LOGS = 100;
const AT_ONCE = 4;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const project = (events: RecordedEvent[]): Promise<void> =>
  database.owner.transaction((sql) => projectLog(sql, events));

it('a new log is projected once when the notary and a follower project it at the same moment', async () => {
  for (let n = 0; n < LOGS; n++) {
    const events = logEvents(randomUUID());
    await Promise.all(Array.from({ length: AT_ONCE }, () => project(events)));
  }
  const { rows } = await database.owner.query(
    'SELECT (SELECT count(*)::int FROM notary.logs) AS logs, (SELECT count(*)::int FROM notary.leaves) AS leaves',
  );
  expect(rows).toEqual([{ logs: LOGS, leaves: LOGS }]);
});
