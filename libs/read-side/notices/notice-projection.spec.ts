import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { NoticeRaised, NoticeSettled, noticeStream } from '@probity/contracts/notices/events';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { Projector } from '@probity/event-store/projector';
import { NOTICE_PROJECTION } from '@probity/notices/notice-board';
import { Metrics } from '@probity/platform/metrics';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';

const INSERT = `
  INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2, gen_random_uuid(), $3, $4)`;

describe('a notice', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test?.drop());

  /** Stores an event without Probity, and lets the follower of notices project it. */
  async function write(stream: string, revision: number, type: string, data: object): Promise<void> {
    const { owner: database } = test;
    await database.query(INSERT, [stream, revision, type, JSON.stringify(data)]);
    const store = new PostgresEventStore(database);
    const logger = pino({ level: 'silent' });
    const projector = new Projector(NOTICE_PROJECTION, { store, database, logger, metrics: new Metrics() });
    for await (const events of store.readStream(stream, { from: revision })) await projector.project(events);
  }
  const statusOf = async (id: string): Promise<unknown> =>
    (await test.owner.query<{ status: string }>('SELECT status FROM platform.notices WHERE id = $1', [id])).rows[0]
      ?.status;
  async function raised(): Promise<{ notice_id: string; tenant_id: string }> {
    const of = { notice_id: randomUUID(), tenant_id: randomUUID() };
    await write(noticeStream(of.notice_id), 0, 'NoticeRaised', { ...NoticeRaised.example, ...of });
    expect(await statusOf(of.notice_id)).toBe('open');
    return of;
  }

  it('is settled by an event of its own', async () => {
    const of = await raised();
    await write(noticeStream(of.notice_id), 1, 'NoticeSettled', { ...NoticeSettled.example, ...of });
    expect(await statusOf(of.notice_id)).toBe('settled');
  });

  it.each(['NoticeSettled', 'NoticeRaised', 'Unknown'])(
    'is not changed by %s in the stream of another',
    async (type) => {
      const of = await raised();
      await write(noticeStream(randomUUID()), 1, type, { ...NoticeSettled.example, ...of });
      await write(noticeStream(of.notice_id.toUpperCase()), 1, type, {
        ...NoticeSettled.example,
        ...of,
        notice_id: of.notice_id.toUpperCase(),
      });
      expect(await statusOf(of.notice_id)).toBe('open');
    },
  );

  it('is not changed by an event that names another tenant', async () => {
    const of = await raised();
    const data = { ...NoticeSettled.example, ...of, tenant_id: randomUUID() };
    await write(noticeStream(of.notice_id), 1, 'NoticeSettled', data);
    expect(await statusOf(of.notice_id)).toBe('open');
  });
});
