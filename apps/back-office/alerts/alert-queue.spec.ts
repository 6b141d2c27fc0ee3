import { randomUUID } from 'node:crypto';
import { data, refused } from '../../../testing/test-office';
import { newPerson } from '../../../testing/staff-person';
import { makeExist } from '../testing/existing';
import { at, office, OPERATOR, patch, sent, slug, tenantId, test } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

let alertId: string;
beforeEach(async () => {
  alertId = randomUUID();
  await makeExist(test.owner, tenantId, alertId, { severity: 'critical' });
});
const newService = async (role: string, of = slug): Promise<string> =>
  data(await office.post(`/tenants/${of}/staff/services`, { name: role, roles: [role], reason: 'a test' }), 201).id;
const assign = (assignee: unknown, more: object = {}) =>
  office.post(at(`/alerts/${alertId}/assign`), { assignee, ...more });

describe('assigning an alert', () => {
  it('sends the account with its name', async () => {
    const analyst = await newService('analyst');
    data(await assign(analyst.toUpperCase(), { if_unassigned: true }));
    const about = { tenant_id: tenantId, alert_id: alertId, if_unassigned: true, ...OPERATOR };
    expect(sent).toEqual([
      { name: 'customer-risk.assign-alert', request: { ...about, assignee: 'analyst', assignee_id: analyst } },
    ]);
  });

  it('to none takes it from its member of staff', async () => {
    data(await assign('none'));
    expect(sent[0]!.request).toMatchObject({ assignee: null, assignee_id: null });
  });

  it('to me means the account of the caller', async () => {
    const ann = await newPerson(office, slug, ['analyst'], 'Ann Lee');
    const { id: account } = data(await ann.get('/me'));
    data(await ann.post(at(`/alerts/${alertId}/assign`), { assignee: 'me' }));
    const by = { officer: 'Ann Lee', officer_id: account };
    expect(sent[0]!.request).toMatchObject({ assignee: 'Ann Lee', assignee_id: account, ...by });
    expect(data(await ann.get(at('/alerts/queue?assignee=me')))).toEqual([]);
    expect(data(await ann.get(at('/alerts/queue?assignee=none')))).toMatchObject([{ id: alertId }]);
    refused(await assign('me'), 400, /^the operator token is not an account; sign in/);
    refused(await office.get(at('/alerts/queue?assignee=me')), 400, /^the operator token is not an account/);
  });

  it('is offered for the staff of the tenant who may work on alerts', async () => {
    await newService('auditor');
    await newService('analyst', await newTenant());
    data(await office.post(at(`/staff/${await newService('analyst')}/disable`), { reason: 'left' }));
    const [officer, analyst] = [await newService('compliance_officer'), await newService('analyst')];
    expect(data(await office.get(at('/alerts/assignees')))).toEqual([
      { id: analyst, name: 'analyst' },
      { id: officer, name: 'compliance_officer' },
    ]);
  });

  it.each([
    ['may only read', () => newService('auditor')],
    ['is not known', () => Promise.resolve(randomUUID())],
    ['belongs to another tenant', otherTenantsAnalyst],
    ['was disabled', disabledAnalyst],
  ])('is rejected for an account that %s', async (_why, account) => {
    refused(
      await assign(await account()),
      400,
      /is not on the staff of t-.*, or may not work on alerts there; assign it to/,
    );
    expect(sent).toEqual([]);
  });

  async function newTenant(): Promise<string> {
    const other = `o-${randomUUID()}`;
    data(await office.post('/tenants', { slug: other, name: 'O', four_eyes: false, reason: 'a test' }), 201);
    sent.length = 0;
    return other;
  }

  async function otherTenantsAnalyst(): Promise<string> {
    return newService('analyst', await newTenant());
  }

  async function disabledAnalyst(): Promise<string> {
    const analyst = await newService('analyst');
    data(await office.post(at(`/staff/${analyst}/disable`), { reason: 'left' }));
    return analyst;
  }
});

describe('putting an alert off', () => {
  const snooze = (body: object) => office.post(at(`/alerts/${alertId}/snooze`), body);

  it('needs a time and a reason', async () => {
    data(await snooze({ until: '2026-12-01', reason: 'waits for the passport' }));
    data(await snooze({ until: 'now', reason: 'it arrived' }));
    expect(sent.map(({ request }) => [request.until, request.reason])).toEqual([
      ['2026-12-01T00:00:00.000Z', 'waits for the passport'],
      [null, 'it arrived'],
    ]);
    refused(await snooze({ until: 'tomorrow', reason: 'r' }), 400, /^until must be now, or a day or a time/);
    refused(await snooze({ until: '2026-12-01' }), 400, /^reason must/);
  });
});

describe('tags', () => {
  const tag = (tags: unknown) => office.put(at(`/alerts/${alertId}/tags`), { tags });

  it('are words of the institution', async () => {
    data(await tag(['waits-for-customer', 'eu_2']));
    expect(sent[0]).toMatchObject({
      name: 'customer-risk.tag-alert',
      request: { tags: ['waits-for-customer', 'eu_2'] },
    });
  });

  it.each([
    ['a space', ['two words'], /^tags\[0\] must be 1 to 50 lower-case letters/],
    ['no list', 'a', /^tags must be a list of strings/],
    ['too many', Array.from({ length: 21 }, (_, n) => `t${n}`), /^tags must have at most 20 items/],
  ])('are rejected with %s', async (_what, tags, message) => {
    refused(await tag(tags), 400, message);
  });
});

describe('the queue', () => {
  it('shows who has an alert and when it is due, by the settings', async () => {
    data(await patch('/settings', { settings: { queue: { due_hours: { critical: 2 } } }, reason: 'shorter' }));
    const [alert] = data(await office.get(at('/alerts/queue?severity=critical')));
    expect(alert).toMatchObject({ id: alertId, assignee: null, assignee_id: null, snoozed_until: null, tags: [] });
    expect(Date.parse(alert.due_at) - Date.parse(alert.created_at)).toBe(2 * 3_600_000);
    expect(data(await office.get(at('/alerts/queue?only=overdue')))).toEqual([]);
    test.time.pass(3 * 3_600_000);
    expect(data(await office.get(at('/alerts/queue?only=overdue')))).toMatchObject([{ id: alertId }]);
    expect(data(await office.get(at('/alerts/queue?only=snoozed&source=screening&alert_type=x&tag=a')))).toEqual([]);
  });

  it.each([
    ['assignee=ann', /^assignee must be me, none, or the id/],
    ['only=late', /^only must be one of/],
    ['tag=A%20B', /^tag must be 1 to 50 lower-case/],
  ])('rejects %s', async (filter, message) => {
    refused(await office.get(at(`/alerts/queue?${filter}`)), 400, message);
  });
});

describe('the list of all alerts', () => {
  const CASE = '01a1f872-c94e-77c3-82f5-95ce89d7ef41';

  it('shows the alerts of one case, also after its alert was added to another', async () => {
    const ofCase = async () => data(await office.get(at(`/alerts?case_id=${CASE}`)));
    expect(await ofCase()).toEqual([]);
    await test.owner.query(
      'INSERT INTO customer_risk.case_alerts (alert_id, case_id, added_at, position) VALUES ($1, $2, $4, 0), ($1, $3, $5, 0)',
      [alertId, CASE, randomUUID(), '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'],
    );
    expect(await ofCase()).toMatchObject([{ id: alertId }]);
    refused(await office.get(at('/alerts?case_id=1')), 400, /^case_id must be a UUID/);
  });
});

describe('the lists of alerts', () => {
  it('name the customer, unless its data are restricted', async () => {
    for (const list of ['/alerts', '/alerts/queue']) {
      expect(data(await office.get(at(list)))).toMatchObject([{ id: alertId, customer_name: 'Ana Example' }]);
    }
    await test.owner.query('UPDATE customer_risk.customers SET restricted_at = now() WHERE id = $1', [alertId]);
    for (const list of ['/alerts', '/alerts/queue']) {
      expect(data(await office.get(at(list)))).toMatchObject([{ id: alertId, customer_name: null }]);
    }
  });
});
