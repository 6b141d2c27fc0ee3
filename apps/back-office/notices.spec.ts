import { randomUUID } from 'node:crypto';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { NoticeBoard, type Notice } from '@probity/notices/notice-board';
import { data, refused } from '../../testing/test-office';
import { at, office, tenantId, test, WHY } from './testing/office-of-tenant';

// Jest cannot load the package that serves the page to browse the API, which is no part of what is tested here.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const degraded: Omit<Notice, 'tenantId'> = {
  kind: 'stage_degraded',
  subject: 'screening/yente',
  severity: 'high',
  message: 'yente does not respond within 2 seconds.',
  data: { why: 'timeout' },
};
const raise = async (tenant: string | null, subject = degraded.subject): Promise<void> => {
  const store = new AggregateStore(new PostgresEventStore(test.owner), test.owner);
  await new NoticeBoard(store, { now: () => new Date() }).raise({ ...degraded, subject, tenantId: tenant });
};
const openNotices = async (): Promise<number> => {
  const text = await (await fetch(new URL('/metrics', test.url))).text();
  return Number(/^probity_open_notices\{kind="stage_degraded"\} (\d+)$/m.exec(text)?.[1]);
};

describe('notices', () => {
  it('are listed, counted and settled, with an entry in the audit trail', async () => {
    const before = await openNotices();
    await raise(tenantId);
    expect(await openNotices()).toBe(before + 1);
    const [notice] = data(await office.get(at('/notices?status=open&kind=stage_degraded')));
    expect(notice).toMatchObject({ ...degraded, tenant_id: tenantId, status: 'open', occurrence: 1 });

    const settled = data(await office.post(at(`/notices/${notice.id}/settle`), WHY));
    expect(settled).toEqual({
      ...notice,
      status: 'settled',
      settled_at: expect.any(String),
      settled_by: 'staff:operator token',
      settled_reason: 'because',
    });
    expect(await openNotices()).toBe(before);
    expect(data(await office.get(at('/notices?status=open')))).toEqual([]);
    expect(data(await office.get(at('/notices')))).toEqual([settled]);
    expect(data(await office.get(at('/audit?subject_type=notice')))).toMatchObject([
      { action: 'notice.settled', subject_id: notice.id, actor: 'staff:operator', reason: 'because' },
      { action: 'notice.raised', subject_id: notice.id, actor: 'system' },
    ]);
    refused(await office.post(at(`/notices/${notice.id}/settle`), WHY), 400, /^the notice was settled at .* by staff:/);
  });

  it('of one tenant are not visible to another, and cannot be settled there', async () => {
    const other = `other-${randomUUID()}`;
    data(await office.post('/tenants', { slug: other, name: 'Other', four_eyes: false, reason: 'a test' }), 201);
    await raise(tenantId);
    const [{ id }] = data(await office.get(at('/notices')));
    expect(data(await office.get(`/tenants/${other}/notices`))).toEqual([]);
    expect(data(await office.get('/notices'))).toEqual([]);
    refused(await office.post(`/tenants/${other}/notices/${id}/settle`, WHY), 404, /^notice .* was not found$/);
    refused(await office.post(`/notices/${id}/settle`, WHY), 404, /^notice .* was not found$/);
  });

  it('that concern all tenants are in the list of each, and are settled for all', async () => {
    await raise(null, 'lists/ofac-sdn');
    const [notice] = data(await office.get('/notices'));
    expect(notice).toMatchObject({ tenant_id: null, subject: 'lists/ofac-sdn' });
    expect(data(await office.get(at('/notices')))).toEqual([notice]);
    refused(await office.post(at(`/notices/${notice.id}/settle`), WHY), 404, /was not found$/);
    data(await office.post(`/notices/${notice.id}/settle`, WHY));
    expect(data(await office.get(at('/notices?status=open')))).toEqual([]);
  });

  it.each<[object, RegExp]>([
    [{}, /^reason must be/],
    [{ reason: 'because', officer: 'j.smith' }, /^officer is not a known field/],
  ])('are not settled with %j', async (body, message) => {
    await raise(tenantId);
    const [{ id }] = data(await office.get(at('/notices?status=open')));
    refused(await office.post(at(`/notices/${id}/settle`), body), 400, message);
  });

  it('tell operators of objects whose events and read side contradict each other, of one kind at once', async () => {
    const report = (stream: string) =>
      test.owner.query("SELECT platform.report_contradiction($1, 'it ends at revision 3')", [stream]);
    const [first, second] = [`customer-${randomUUID()}`, `customer-${randomUUID()}`];
    await report(first);
    await report(second);
    await report(first);
    await test.reportContradictions();
    const open = data(await office.get('/notices?status=open&kind=stored_data_contradicts'));
    expect(open).toMatchObject([{ subject: 'customer', severity: 'critical', tenant_id: null }]);
    expect(open[0].message).toMatch(/^The events and the read side of customer-\S+ contradict each other: it ends at/);
    expect((await test.owner.query('SELECT FROM platform.contradictions')).rowCount).toBe(0);
  });
});
