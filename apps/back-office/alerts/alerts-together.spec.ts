import { randomUUID } from 'node:crypto';
import { canonicalHash } from '@probity/platform/canonical-json';
import { invalid } from '@probity/platform/errors';
import { data, refused } from '../../../testing/test-office';
import { newPerson } from '../../../testing/staff-person';
import { at, office, OPERATOR, replies, sent, slug, tenantId, test } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const ALERT = `
  INSERT INTO customer_risk.alerts (id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref, metadata,
    match, list, entry_id, evidence, status, decisions, created_at, updated_at, revision)
  VALUES ($1, $2, $3, 'screening', 'sanctions_match', $4, '', '', '{}', $5, 'eu', $6, '{}', $7, '[]', now(), now(), 0)`;

interface Given {
  severity?: string;
  subject?: string;
  name?: string;
  entry?: string;
  status?: string;
  tenant?: string;
}
async function alert(given: Given = {}): Promise<string> {
  const { severity = 'high', subject = 'counterparty', name = 'Acme Trading', entry = '1', status = 'open' } = given;
  const id = randomUUID();
  const match = { subject, subject_name: name, matched_name: 'ACME TRADING', topics: [], score: 0.9 };
  const about = [severity, JSON.stringify({ ...match, list: 'eu', entry_id: entry }), entry, status];
  await test.owner.query(ALERT, [id, given.tenant ?? tenantId, randomUUID(), ...about]);
  return id;
}
const decide = (alert_ids: string[], more: object = {}, by = office) =>
  by.post(at('/alerts/decide'), { alert_ids, decision: 'dismiss', reason: 'another company', ...more });
const demandTwo = async (): Promise<void> => {
  const policy = { policy: { critical_alerts: true }, reason: 'the audit' };
  data(await office.send('PATCH', at('/four-eyes'), JSON.stringify(policy)));
};
/** Decides the alerts for real, except those. */
const decideAllBut = (...left: string[]): void => {
  replies['customer-risk.dismiss-alert'] = async ({ alert_id }: any) => {
    if (left.includes(alert_id)) throw invalid('alert_closed', 'the service says no');
    await test.owner.query("UPDATE customer_risk.alerts SET status = 'dismissed' WHERE id = $1", [alert_id]);
    return {};
  };
};
const groups = async () => data(await office.get(at('/alerts/groups')));

describe('a group of alerts', () => {
  it('has the active alerts about one party and one list entry, whatever the spelling', async () => {
    const [first, second] = [await alert(), await alert({ name: 'ACME  trading,', severity: 'critical' })];
    await alert({ status: 'dismissed' });
    await alert({ entry: '2' });
    await alert({ name: 'Acme Shipping' });
    await alert({ subject: 'related_party' });
    await alert({ tenant: randomUUID() });
    const [group, ...others] = await groups();
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      alerts: 2,
      customers: 2,
      severity: 'critical',
      subject: 'counterparty',
      matched_name: 'ACME TRADING',
      list: 'eu',
      entry_id: '1',
    });
    expect(data(await office.get(at(`/alerts/groups/${group.id}`)))).toEqual(group);
    const queued = data(await office.get(at(`/alerts/queue?group=${group.id}`)));
    expect(queued.map(({ id }: { id: string }) => id).sort()).toEqual([first, second].sort());
    expect(data(await office.get(at(`/alerts/${first}`)))).toMatchObject({ group_id: group.id, group_alerts: 2 });
  });

  it('never has alerts about customers themselves, who are different people', async () => {
    const [id] = [await alert({ subject: 'customer' }), await alert({ subject: 'customer' })];
    expect(await groups()).toEqual([]);
    expect(data(await office.get(at(`/alerts/${id}`)))).toMatchObject({ group_id: null, group_alerts: 0 });
    expect((await office.get(at(`/alerts/groups/${randomUUID()}`))).status).toBe(404);
  });

  it('has names that Postgres has no small letters for', async () => {
    for (const name of ['Акме', 'Акме', 'Весна', 'Весна']) await alert({ name });
    expect((await groups()).map(({ alerts }: { alerts: number }) => alerts)).toEqual([2, 2]);
  });
});

describe('reopening', () => {
  it.each([
    ['a confirmed match needs two people', 'confirmed_match', 202],
    ['another closed alert needs one', 'reported', 201],
  ])('%s', async (_what, resolution, status) => {
    await demandTwo();
    const id = await alert({ status: 'resolved' });
    const decisions = JSON.stringify([{ decision: 'resolved', resolution, decided_at: new Date().toISOString() }]);
    await test.owner.query('UPDATE customer_risk.alerts SET decisions = $2 WHERE id = $1', [id, decisions]);
    sent.length = 0;
    expect((await office.post(at(`/alerts/${id}/reopen`), { reason: 'a mistake' })).status).toBe(status);
    expect(sent.map(({ name }) => name)).toEqual(status === 201 ? ['customer-risk.reopen-alert'] : []);
  });
});

describe('a decision on several alerts', () => {
  it('sends one for each, with one reason', async () => {
    const ids = [await alert(), await alert()];
    const outcome = data(await decide(ids, { decision: 'resolve', resolution: 'handled' }));
    expect(outcome).toEqual({ decided: ids, proposed: [], proposal_id: null, failed: [] });
    const about = {
      tenant_id: tenantId,
      reason: 'another company',
      resolution: 'handled',
      as_seen: expect.any(String),
      ...OPERATOR,
    };
    expect(sent.map(({ name, request }) => [name, request])).toEqual(
      ids.map((alert_id) => ['customer-risk.resolve-alert', { alert_id, ...about }]),
    );
  });

  it('says for each alert why it was not decided, and decides the others', async () => {
    const [closed, open, unknown] = [await alert({ status: 'resolved' }), await alert(), randomUUID()];
    replies['customer-risk.dismiss-alert'] = ({ alert_id }: any) => {
      if (alert_id === closed) throw invalid('alert_closed', 'alert was resolved by Ann');
      return {};
    };
    const { decided, failed } = data(await decide([closed, open, unknown]));
    expect(decided).toEqual([open]);
    expect(failed).toMatchObject([
      { alert_id: unknown, code: 'not_found' },
      { alert_id: closed, code: 'alert_closed', message: 'alert was resolved by Ann' },
    ]);
  });

  it('makes one proposal of the alerts that need two people, and decides the others', async () => {
    await demandTwo();
    const critical = [await alert({ severity: 'critical' }), await alert({ severity: 'critical' })];
    const high = await alert();
    sent.length = 0;
    const outcome = data(await decide([critical[0]!, high, critical[1]!]));
    expect(outcome).toEqual({ decided: [high], proposed: critical, proposal_id: expect.any(String), failed: [] });
    expect(sent.map(({ request }) => request.alert_id)).toEqual([high]);
    const proposal = data(await office.get(at(`/proposals/${outcome.proposal_id}`)));
    expect(proposal).toMatchObject({
      action: 'decide_alert',
      status: 'pending',
      summary: 'dismiss 2 alerts as false positive',
      request: { body: { alert_ids: critical, decision: 'dismiss', reason: 'another company' } },
    });
    expect(data(await decide(critical)).proposal_id).toBe(outcome.proposal_id);
  });

  it('is made after the approval, for each alert as it was reviewed', async () => {
    await demandTwo();
    const ids = [await alert({ severity: 'critical' }), await alert({ severity: 'critical' })];
    const analyst = await newPerson(office, slug, ['analyst'], 'Ann Lee');
    const officer = await newPerson(office, slug, ['compliance_officer'], 'Jo Smith');
    const { proposal_id } = data(await decide(ids, {}, analyst));
    sent.length = 0;
    decideAllBut();
    const approved = await officer.post(at(`/proposals/${proposal_id}/approve`), { reason: 'I agree' });
    expect(data(approved)).toMatchObject({ status: 'applied' });
    expect(sent.map(({ request }) => [request.alert_id, request.officer, request.reviewed])).toEqual(
      ids.map((id) => [id, 'Ann Lee', canonicalHash({ status: 'open' })]),
    );
  });

  it('is recorded as decided in part when some alerts are left', async () => {
    await demandTwo();
    const ids = [await alert({ severity: 'critical' }), await alert({ severity: 'critical' })];
    const analyst = await newPerson(office, slug, ['analyst'], 'Ann Lee');
    const officer = await newPerson(office, slug, ['compliance_officer'], 'Jo Smith');
    const { proposal_id } = data(await decide(ids, {}, analyst));
    decideAllBut(ids[1]!);
    await officer.post(at(`/proposals/${proposal_id}/approve`), { reason: 'I agree' });
    expect(data(await office.get(at(`/proposals/${proposal_id}`)))).toMatchObject({
      status: 'failed',
      failure: '1 of 2 alerts are not decided; propose these again',
    });
  });

  it('fails whole when an alert has changed since it was proposed', async () => {
    await demandTwo();
    const ids = [await alert({ severity: 'critical' }), await alert({ severity: 'critical' })];
    const analyst = await newPerson(office, slug, ['analyst'], 'Ann Lee');
    const officer = await newPerson(office, slug, ['compliance_officer'], 'Jo Smith');
    const { proposal_id } = data(await decide(ids, {}, analyst));
    await test.owner.query("UPDATE customer_risk.alerts SET status = 'escalated' WHERE id = $1", [ids[1]]);
    sent.length = 0;
    await officer.post(at(`/proposals/${proposal_id}/approve`), { reason: 'I agree' });
    expect(data(await office.get(at(`/proposals/${proposal_id}`)))).toMatchObject({ status: 'failed' });
    expect(sent).toEqual([]);
  });

  it('of an analyst is a proposal, whatever the severity; a closed alert is named', async () => {
    const [open, closed] = [await alert({ severity: 'low' }), await alert({ status: 'dismissed' })];
    const analyst = await newPerson(office, slug, ['analyst'], 'Ann Lee');
    sent.length = 0;
    expect(data(await decide([open, closed], {}, analyst))).toMatchObject({
      decided: [],
      proposed: [open],
      failed: [{ alert_id: closed, code: 'alert_closed' }],
    });
    expect(sent).toEqual([]);
  });

  it.each([
    ['more than 100 alerts', Array.from({ length: 101 }, () => randomUUID()), {}, /^alert_ids must/],
    ['no alert', [], {}, /^alert_ids must/],
    ['no reason', [randomUUID()], { reason: ' ' }, /^reason must/],
    ['no resolution', [randomUUID()], { decision: 'resolve' }, /^resolution is required when decision is resolve/],
    ['a resolution of a dismissal', [randomUUID()], { resolution: 'handled' }, /^resolution must be absent/],
    ['another decision', [randomUUID()], { decision: 'close' }, /^decision must be/],
  ])('is rejected with %s', async (_what, ids, more, message) => {
    refused(await decide(ids, more), 400, message);
  });
});
