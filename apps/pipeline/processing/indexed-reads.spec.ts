import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestPipeline } from '../testing/test-pipeline';
import { WatchedWrites } from '../testing/watched-writes';

const PROCESSED = 3_000;

describe('new events', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());

  it('are stored and claimed without reading the processed ones, though Postgres has planned for few', async () => {
    const watched = new WatchedWrites(database);
    const pipeline = new TestPipeline(watched.database, test.owner);
    await pipeline.customer(['acc']);
    const five = Array.from({ length: 5 }, () => ({ account_ref: 'acc' }));
    for (let times = 0; times < 20; times++) {
      await pipeline.ingest(...five);
      await pipeline.drain();
      if (times === 1) await test.owner.execute('VACUUM ANALYZE pipeline.processed_events');
    }
    await pipeline.ingest(...Array.from({ length: PROCESSED }, () => ({ account_ref: 'acc' })));
    await pipeline.drain();
    watched.mostRead = 0;
    await pipeline.ingest(...five);
    await pipeline.drain();
    expect(watched.mostRead).toBeLessThan(PROCESSED / 10);
  });
});
