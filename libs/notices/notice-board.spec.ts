import { randomUUID } from 'node:crypto';
import { noticeStream } from '@probity/contracts/notices/events';
import { NOTICE_KINDS } from '@probity/contracts/notices/words';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { ROLES } from '@probity/persistence/roles';
import { derivedId } from '@probity/platform/ids';
import { AuditQueries } from '@probity/read-side/audit/audit-queries';
import { NoticeQueries } from '@probity/read-side/notices/notice-queries';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { KNOWN_MS, MIN_OPEN_MS, NoticeBoard, type Notice } from './notice-board';

const PAGE = { limit: 10, offset: 0 };
let test: TestDatabase;
let queries: NoticeQueries;
let now: number;
let tenantId: string;
let degraded: Notice;
beforeAll(async () => {
  test = await createTestDatabase();
  queries = new NoticeQueries(await test.as(ROLES.backOffice));
});
afterAll(() => test?.drop());
beforeEach(() => {
  now = Date.UTC(2026, 2, 1);
  tenantId = randomUUID();
  degraded = {
    tenantId,
    kind: 'stage_degraded',
    subject: 'screening/yente',
    severity: 'high',
    message: 'yente does not respond within 2 seconds.',
    data: { why: 'timeout' },
  };
});

/** A board of a process of its own. */
async function boardOf(role: string): Promise<NoticeBoard> {
  const database = await test.as(role);
  return new NoticeBoard(new AggregateStore(new PostgresEventStore(database), database), { now: () => new Date(now) });
}
const open = () => queries.notices(tenantId, PAGE, { status: 'open' });
const events = async (): Promise<number> => {
  const { rows } = await test.owner.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM event_store.events WHERE data::json->>'tenant_id' = $1",
    [tenantId],
  );
  return rows[0]!.n;
};

it('raises a notice once, however often its cause is seen, by however many processes', async () => {
  const boards = await Promise.all([boardOf(ROLES.pipeline), boardOf(ROLES.pipeline)]);
  await Promise.all(Array.from({ length: 200 }, (_, index) => boards[index % 2]!.raise(degraded)));
  now += KNOWN_MS;
  await boards[0].raise({ ...degraded, message: 'yente responds with 500.' });
  expect(await open()).toEqual([
    {
      id: expect.any(String),
      tenant_id: tenantId,
      kind: 'stage_degraded',
      subject: 'screening/yente',
      status: 'open',
      severity: 'high',
      message: 'yente does not respond within 2 seconds.',
      data: { why: 'timeout' },
      occurrence: 1,
      raised_at: '2026-03-01T00:00:00.000Z',
      settled_at: null,
      settled_by: null,
      settled_reason: null,
    },
  ]);
  expect(await events()).toBe(1);
});

/** Inserts a notice as the owner of the database can do, with an event and a row that say that it is settled. */
async function forge(id: string, changed: object): Promise<void> {
  const { kind, subject, severity, message, data } = degraded;
  const content = { notice_id: id, tenant_id: tenantId, kind, subject, severity, message, data, occurrence: 1 };
  const raised = { ...content, raised_at: new Date(now).toISOString(), ...changed };
  await test.owner.query(
    `INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, 0, $2, 'NoticeRaised', $3)`,
    [noticeStream(id), randomUUID(), JSON.stringify(raised)],
  );
  await test.owner.query(
    `INSERT INTO platform.notices (id, tenant_id, kind, subject, status, severity, message, data, occurrence, raised_at,
       revision, settled_at, settled_by, settled_reason)
     VALUES ($1, $2, $3, 'other', 'settled', $4, $5, '{}', $6, now(), 0, now(), 'system', 'x')`,
    [id, tenantId, kind, raised.severity, raised.message, raised.occurrence],
  );
}

it.each([
  ['severity', { severity: 'low' }],
  ['message', { message: 'All is well.' }],
  ['data', { data: {} }],
  ['time', { message: 'All is well.', raised_at: '2999-01-01T00:00:00.000Z' }],
  ['occurrence', { severity: 'low', occurrence: 2 ** 31 - 1 }],
])('raises a notice of which a forged event has another %s, once', async (_what, changed) => {
  await forge(derivedId(tenantId, `${degraded.kind}:${degraded.subject}`), changed);
  const board = await boardOf(ROLES.pipeline);
  await board.raise(degraded);
  const { severity, subject, message, data } = degraded;
  expect(await open()).toMatchObject([{ severity, subject, message, data, settled_at: null, settled_by: null }]);
  for (let minutes = 0; minutes < 5; minutes++) {
    now += KNOWN_MS;
    await board.raise(degraded);
    await (await boardOf(ROLES.pipeline)).raise(degraded);
  }
  expect(await events()).toBe(2);
});

it('adds few events while two processes would raise the same notice with different messages', async () => {
  const boards = [await boardOf(ROLES.pipeline), await boardOf(ROLES.pipeline)];
  for (let minutes = 0; minutes < 30; minutes++) {
    for (const [index, board] of boards.entries()) await board.raise({ ...degraded, message: `Process ${index}.` });
    now += KNOWN_MS;
  }
  expect(await events()).toBe(2);
});

it('raises again what was replaced by one of a lower severity', async () => {
  const board = await boardOf(ROLES.pipeline);
  await board.raise(degraded);
  await (await boardOf(ROLES.pipeline)).raise({ ...degraded, severity: 'low' });
  expect(await open()).toMatchObject([{ severity: 'low' }]);
  now += KNOWN_MS;
  await board.raise(degraded);
  expect(await open()).toMatchObject([{ severity: 'high', occurrence: 3 }]);
});

it('keeps notices of other subjects and tenants apart', async () => {
  const board = await boardOf(ROLES.pipeline);
  await board.raise(degraded);
  await board.raise({ ...degraded, subject: 'kyc/sumsub' });
  await board.raise({ ...degraded, tenantId: randomUUID() });
  expect((await open()).map(({ subject }) => subject).sort()).toEqual(['kyc/sumsub', 'screening/yente']);
});

it('settles a notice when its cause has ended, and opens it again when the cause returns', async () => {
  const board = await boardOf(ROLES.pipeline);
  await board.settle(degraded, 'yente responds'); // it was never raised
  await board.raise(degraded);
  now += MIN_OPEN_MS - 1;
  await board.settle(degraded, 'yente responds again');
  expect(await open()).toHaveLength(1);
  now += 1;
  await board.settle(degraded, 'yente responds again');
  const settled = { settled_by: 'system', settled_reason: 'yente responds again' };
  expect(await queries.notices(tenantId, PAGE)).toMatchObject([
    { status: 'settled', ...settled, settled_at: '2026-03-01T00:01:00.000Z' },
  ]);
  await board.raise(degraded);
  expect(await open()).toMatchObject([{ occurrence: 2, settled_at: null, settled_by: null, settled_reason: null }]);
  expect(await events()).toBe(3);
});

it('adds few events for a part that fails and recovers in turn', async () => {
  const board = await boardOf(ROLES.pipeline);
  for (let second = 0; second < 120; second++) {
    await board.raise(degraded);
    await board.settle(degraded, 'yente responds again');
    now += 1_000;
  }
  expect(await events()).toBeLessThanOrEqual(4);
});

it('raises an open notice again with another content, which is decided from what it says', async () => {
  const board = await boardOf(ROLES.pipeline);
  const add = (name: string) => {
    const revision = (data: object) => ({ severity: 'high' as const, message: 'Several.', data: { ...data } });
    return board.revise(degraded, (open) => revision({ names: [...((open?.data.names as string[]) ?? []), name] }));
  };
  expect(await add('first')).toBe(true);
  expect(await add('second')).toBe(false);
  expect(await open()).toMatchObject([{ data: { names: ['first'] }, occurrence: 1 }]);
  now += MIN_OPEN_MS;
  expect(await add('third')).toBe(true);
  expect(await open()).toMatchObject([{ data: { names: ['first', 'third'] }, occurrence: 2 }]);
  now += MIN_OPEN_MS;
  expect(await board.revise(degraded, () => undefined)).toBe(true);
  expect(await board.revise(degraded, () => ({ settle: 'It is over.' }))).toBe(true);
  expect(await board.revise(degraded, () => ({ settle: 'It is over.' }))).toBe(true);
  expect(await queries.notices(tenantId, PAGE)).toMatchObject([{ status: 'settled', settled_reason: 'It is over.' }]);
  expect(await events()).toBe(3);
});

it('lets a process settle what another one raised', async () => {
  await (await boardOf(ROLES.pipeline)).raise(degraded);
  now += MIN_OPEN_MS;
  await (await boardOf(ROLES.pipeline)).settle(degraded, 'yente responds again');
  expect(await open()).toEqual([]);
});

it('settles a notice for an officer, at once and only once', async () => {
  const pipeline = await boardOf(ROLES.pipeline);
  await pipeline.raise(degraded);
  const { id } = (await open())[0]!;
  const office = await boardOf(ROLES.backOffice);
  await expect(office.settleAs({ officer: 'j.doe' }, randomUUID(), id, 'ours')).rejects.toMatchObject({
    code: 'not_found',
  });
  await office.settleAs({ officer: 'j.doe' }, tenantId, id, 'the provider is informed');
  expect(await queries.notice(tenantId, id)).toMatchObject({
    status: 'settled',
    settled_by: 'staff:j.doe',
    settled_reason: 'the provider is informed',
  });
  await expect(office.settleAs({ officer: 'a.jones' }, tenantId, id, 'again')).rejects.toMatchObject({
    code: 'notice_settled',
    message: 'the notice was settled at 2026-03-01T00:00:00.000Z by staff:j.doe. No changes were made.',
  });
  now += KNOWN_MS;
  await pipeline.raise(degraded);
  expect(await open()).toMatchObject([{ id, occurrence: 2 }]);
});

it('shows a notice about all tenants to each, and leaves an audit entry of each step', async () => {
  const subject = `yente of ${tenantId}`;
  const board = await boardOf(ROLES.pipeline);
  await board.raise({ ...degraded, tenantId: null, subject });
  const everywhere = (await queries.notices(null, PAGE)).find((notice) => notice.subject === subject)!;
  expect(await open()).toContainEqual(everywhere);
  expect(await queries.notice(tenantId, everywhere.id)).toBeUndefined();
  await board.settleAs({ officer: 'j.doe' }, null, everywhere.id, 'a test');
  const about = { subject_type: 'notice', subject_id: everywhere.id };
  expect(
    await new AuditQueries(await test.as(ROLES.backOffice)).events(tenantId, PAGE, { subject_id: everywhere.id }),
  ).toMatchObject([
    { ...about, action: 'notice.settled', actor: 'staff:j.doe', reason: 'a test' },
    { ...about, action: 'notice.raised', actor: 'system', reason: degraded.message, data: { severity: 'high' } },
  ]);
});

it('tries again after a failure', async () => {
  const database = await test.as(ROLES.gateway); // may not append
  const store = new AggregateStore(new PostgresEventStore(database), database);
  const board = new NoticeBoard(store, { now: () => new Date(now) });
  await expect(board.raise(degraded)).rejects.toThrow();
  await expect(board.raise(degraded)).rejects.toThrow();
});

it('counts the open notices of each kind, and 0 for a kind without one', async () => {
  const counts = await queries.openByKind();
  expect(Object.keys(counts).sort()).toEqual([...NOTICE_KINDS].sort());
  expect(counts).toMatchObject({ stage_degraded: expect.any(Number), rule_suspended: 0 });
});
