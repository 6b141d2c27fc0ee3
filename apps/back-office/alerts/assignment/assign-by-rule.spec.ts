import { randomUUID } from 'node:crypto';
import { data, refused } from '../../../../testing/test-office';
import { makeExist } from '../../testing/existing';
import { at, office, patch, sent, slug, tenantId, test, WHY } from '../../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const newService = async (name: string, role = 'analyst'): Promise<string> =>
  data(await office.post(at('/staff/services'), { name, roles: [role], ...WHY }), 201).id;
const setRules = (assignment: object[]) => patch('/settings', { settings: { queue: { assignment } }, ...WHY });
const newAlert = async (severity = 'critical'): Promise<string> => {
  const id = randomUUID();
  await makeExist(test.owner, tenantId, id, { severity });
  return id;
};
const giveTo = (alertId: string, assignee: string) =>
  test.owner.query(
    `UPDATE customer_risk.alerts SET assignee_id = $2, assignee = 'A', was_assigned = true WHERE id = $1`,
    [alertId, assignee],
  );
/** What was sent about each alert last. */
const assigned = async (): Promise<Record<string, any>> => {
  await test.assignByRule();
  const here = sent.map(({ request }) => request).filter(({ tenant_id }) => tenant_id === tenantId);
  return Object.fromEntries(here.map((request) => [request.alert_id, request]));
};

describe('assigning by rule', () => {
  it('gives a new alert to the member of the first rule that applies, in the name of the rule', async () => {
    const [ann, bo] = [await newService('Ann'), await newService('Bo')];
    const critical = { name: 'Critical', severities: ['critical'], assignees: [ann] };
    data(await setRules([critical, { name: 'Others', severities: ['high'], assignees: [bo] }]));
    const [first, second, third] = [await newAlert(), await newAlert('high'), await newAlert('low')];
    sent.length = 0;
    const requests = await assigned();
    expect(requests[first]).toEqual({
      tenant_id: tenantId,
      alert_id: first,
      assignee: 'Ann',
      assignee_id: ann,
      officer: 'rule Critical',
      officer_id: 'system',
      if_unassigned: true,
    });
    expect(requests[second]).toMatchObject({ assignee_id: bo, officer: 'rule Others' });
    expect(requests[third]).toBeUndefined();
  });

  it('leaves an alert alone that staff gave back', async () => {
    const ann = await newService('Ann');
    data(await setRules([{ name: 'All', assignees: [ann] }]));
    const alert = await newAlert();
    await giveTo(alert, ann);
    await test.owner.query('UPDATE customer_risk.alerts SET assignee_id = NULL, assignee = NULL WHERE id = $1', [
      alert,
    ]);
    sent.length = 0;
    expect((await assigned())[alert]).toBeUndefined();
  });

  it('takes alerts from an account that was disabled, or has no role any more', async () => {
    const [gone, changed, ann] = [await newService('Gone'), await newService('Changed'), await newService('Ann')];
    data(await setRules([{ name: 'High', severities: ['high'], assignees: [gone, ann] }]));
    const [ruled, free, other] = [await newAlert('high'), await newAlert('low'), await newAlert('low')];
    await giveTo(ruled, gone);
    await giveTo(free, gone);
    await giveTo(other, changed);
    sent.length = 0;
    expect(await assigned()).toEqual({});
    data(await office.post(at(`/staff/${gone}/disable`), WHY));
    expect((await office.put(at(`/staff/${changed}/roles`), { roles: ['auditor'], ...WHY })).status).toBe(204);
    const requests = await assigned();
    expect(requests[ruled]).toMatchObject({ assignee_id: ann, officer: 'rule High', if_assigned_to: gone });
    expect(requests[free]).toMatchObject({ assignee: null, assignee_id: null, if_assigned_to: gone });
    expect(requests[other]).toMatchObject({ assignee_id: null, if_assigned_to: changed });
  });

  it('shares alerts among the accounts of a rule, those with the fewest first', async () => {
    const [ann, bo] = [await newService('Ann'), await newService('Bo')];
    for (let n = 0; n < 2; n++) await giveTo(await newAlert(), ann);
    data(await setRules([{ name: 'All', assignees: [ann, bo] }]));
    for (let n = 0; n < 4; n++) await newAlert();
    sent.length = 0;
    const given = Object.values(await assigned()).map(({ assignee_id }) => assignee_id);
    expect(given.filter((id) => id === bo)).toHaveLength(3);
    expect(given.filter((id) => id === ann)).toHaveLength(1);
  });

  it('reaches a new alert also behind many for which there is no rule', async () => {
    const ann = await newService('Ann');
    data(await setRules([{ name: 'Critical', severities: ['critical'], assignees: [ann] }]));
    const first = await newAlert('low');
    await test.owner.query(
      `INSERT INTO customer_risk.alerts (id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref,
         metadata, evidence, status, decisions, created_at, updated_at, revision)
       SELECT gen_random_uuid(), $1, $2, 'screening', 'pep_match', 'low', '', '', '{}', '{}', 'open', '[]',
         now() - interval '2 days' + n * interval '1 second', now(), 0 FROM generate_series(1, 500) n`,
      [tenantId, first],
    );
    const critical = await newAlert();
    const late = await newAlert();
    await test.owner.query(`UPDATE customer_risk.alerts SET created_at = now() - interval '1 day' WHERE id = $1`, [
      late,
    ]);
    sent.length = 0;
    expect(Object.keys(await assigned())).toEqual([critical]);
    await assigned();
    expect(Object.keys(await assigned()).sort()).toEqual([critical, late].sort());
  });

  it('needs accounts that may work on alerts', async () => {
    const auditor = await newService('Auditor', 'auditor');
    const rule = { name: 'All', assignees: [auditor] };
    refused(await setRules([rule]), 400, new RegExp(`^queue.assignment names account ${auditor}, which is not on the`));
    refused(await setRules([{ ...rule, assignees: [randomUUID()] }]), 400, new RegExp(`staff of ${slug}`));
  });
});
