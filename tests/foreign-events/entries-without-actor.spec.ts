import { randomUUID } from 'node:crypto';
import { NoticeRaised, NoticeSettled } from '@probity/contracts/notices/events';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { silent } from '../../apps/notary/testing/notary-suite';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { PROJECTIONS_OF } from './stream-prefixes';

const INSERT = `
  INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2, gen_random_uuid(), $3, $4)`;

/** The last of some lines of progress. */
async function lastOf<T>(lines: AsyncIterable<T>): Promise<T | undefined> {
  let last: T | undefined;
  for await (const line of lines) last = line;
  return last;
}

describe('a forged event whose audit entry has no actor', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test?.drop());

  it.each([undefined, 7, { a: 'b' }])('ends no rebuild and no verification; its actor: %j', async (actor) => {
    const notice_id = randomUUID();
    const raised = { ...NoticeRaised.example, notice_id, tenant_id: null };
    const settled = { ...NoticeSettled.example, notice_id, tenant_id: null, actor };
    await test.owner.query(INSERT, [`notice-${notice_id}`, 0, 'NoticeRaised', JSON.stringify(raised)]);
    await test.owner.query(INSERT, [`notice-${notice_id}`, 1, 'NoticeSettled', JSON.stringify(settled)]);
    const database = await test.as('probity_back_office');
    const parts = { events: new PostgresEventStore(database), database, logger: silent, close: async () => {} };
    const readSide = new RebuildProjections('back-office', PROJECTIONS_OF['back-office'], async () => parts);
    expect(await lastOf(readSide.run())).toMatchObject({ done: true });
    expect(await lastOf(readSide.correctAudit())).toBeDefined();
    expect(await lastOf(readSide.verify())).toMatchObject({ done: true });
    expect(await lastOf(readSide.verifyAudit(randomUUID()))).toMatchObject({ done: true });
  });
});
