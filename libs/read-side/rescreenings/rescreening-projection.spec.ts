import { randomUUID } from 'node:crypto';
import { rescreeningStream } from '@probity/contracts/rescreenings/events';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { projectRescreeningEvents, type RecordedRescreeningEvent } from './rescreening-projection';

const VERSIONS = 100;
const AT_ONCE = 4;
const AT = '2026-03-02T09:15:00.000Z';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const project = (event: RecordedRescreeningEvent): Promise<void> =>
  database.owner.transaction((sql) => projectRescreeningEvents(sql, [event]));

/** As the writer and followers do. */
async function projectAtOnce(event: Pick<RecordedRescreeningEvent, 'type' | 'data'>): Promise<void> {
  const place = { id: randomUUID(), stream: rescreeningStream(event.data.rescreening_id), revision: 0 };
  const recorded = { ...place, ...event } as RecordedRescreeningEvent;
  await Promise.all(Array.from({ length: AT_ONCE }, () => project(recorded)));
}

it('a new version and a rescreening are projected once when several processes project them at the same moment', async () => {
  const tenant_id = randomUUID();
  for (let scorer_version = 1; scorer_version <= VERSIONS; scorer_version++) {
    const introduced = { rescreening_id: randomUUID(), scorer_version, introduced_at: AT };
    await projectAtOnce({ type: 'ScorerIntroduced', data: introduced });
    const started = { rescreening_id: randomUUID(), tenant_id, scorer_version, customers: 1, started_at: AT };
    await projectAtOnce({ type: 'ScorerRescreeningStarted', data: started });
  }
  const { rows } = await database.owner.query(
    `SELECT (SELECT count(*)::int FROM pipeline.scorer_versions) AS versions,
       (SELECT count(*)::int FROM pipeline.scorer_rescreenings) AS rescreenings`,
  );
  expect(rows).toEqual([{ versions: VERSIONS, rescreenings: VERSIONS }]);
});
