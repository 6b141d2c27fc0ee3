import { randomUUID } from 'node:crypto';
import { Api } from '../../../testing/api';
import { data, refused } from '../../../testing/test-office';
import { makeExist } from '../testing/existing';
import {
  accounts,
  admin,
  admin2,
  analyst,
  at,
  decide,
  head,
  head2,
  id,
  officer,
  officer2,
  patch,
  proposals,
  resolve,
  tenantId,
  test,
  trail,
  WHY,
} from '../testing/reviewing-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

describe('a change that needs two people', () => {
  /** Each change, by a person who may make it, and by another one who approves. */
  const CHANGES: [name: string, propose: () => Promise<any>, approver: () => Api, ...command: string[]][] = [
    ['resolving a critical sanctions alert', () => resolve(officer), () => officer2, 'customer-risk.resolve-alert'],
    [
      'dismissing a critical sanctions alert',
      () => officer.post(at(`/alerts/${id}/dismiss`), WHY),
      () => officer2,
      'customer-risk.dismiss-alert',
    ],
    ...(['approved', 'rejected'] as const).map((to): (typeof CHANGES)[number] => [
      `changing a KYC status to ${to}`,
      () => officer.put(at(`/customers/${id}/kyc-status`), { to, ...WHY }),
      () => officer2,
      'customer-risk.change-kyc-status',
    ]),
    ...(['shadow', 'disabled'] as const).map((mode): (typeof CHANGES)[number] => [
      `setting an active rule to ${mode}`,
      () => head.put(at(`/monitoring-rules/${id}/mode`), { mode, ...WHY }),
      () => head2,
      'pipeline.update-monitoring-rule',
    ]),
    [
      'erasing a customer',
      () => officer.post(at(`/customers/${id}/erasure`), { relationship_ended_on: '2001-01-01', ...WHY }),
      () => officer2,
      'customer-risk.request-erasure',
    ],
    [
      'activating a provider',
      () => head.post(at(`/providers/yente/activate`), WHY),
      () => head2,
      'pipeline.set-provider-status',
    ],
    [
      'changing a stage mode',
      () => patch(head, '/settings', { settings: { stages: { kyc: 'external' } }, ...WHY }),
      () => head2,
    ],
    [
      'changing a threshold',
      () => patch(head, '/settings', { settings: { screening: { threshold: 0.9 } }, ...WHY }),
      () => head2,
    ],
    [
      'switching four eyes off',
      () => patch(head, '/four-eyes', { policy: { personal_data: false }, ...WHY }),
      () => head2,
    ],
    ['creating an API key', () => admin.post(at('/api-keys'), { scopes: ['write'], ...WHY }), () => admin2],
    [
      'adding a person',
      () =>
        admin.post(at('/staff/people'), { name: 'N', email: `${randomUUID()}@b.example`, roles: ['auditor'], ...WHY }),
      () => head,
    ],
    [
      'adding a service account',
      () => admin.post(at('/staff/services'), { name: 'S', roles: ['auditor'], ...WHY }),
      () => admin2,
    ],
    [
      'setting roles',
      () => admin.put(at(`/staff/${accounts.analyst}/roles`), { roles: ['analyst', 'auditor'], ...WHY }),
      () => admin2,
    ],
    [
      'closing a case as an analyst',
      () => analyst.post(at(`/cases/${id}/close`), { outcome: 'reported', ...WHY }),
      () => officer,
      'customer-risk.close-case',
    ],
  ];

  it.each(CHANGES)('%s waits for another person, and is then made once', async (_, propose, approver, ...command) => {
    const proposal = data(await propose(), 202);
    expect(proposal).toMatchObject({ status: 'pending', reason: 'because', decided_by: null });
    expect(test.sent).toEqual([]);
    const settled = data(await decide(approver(), proposal.id));
    expect(settled).toMatchObject({ id: proposal.id, status: 'applied', failure: null });
    expect(test.sent.map(({ name }) => name)).toEqual(command);
    expect(await trail(proposal.id)).toEqual([
      `proposal.made ${proposal.proposer}`,
      `proposal.approved ${settled.decided_by}`,
      'proposal.applied system',
    ]);
    expect(settled.decided_by).not.toBe(proposal.proposer);
  });

  it('is made in the name of its proposer', async () => {
    const proposal = data(await resolve(officer), 202);
    data(await decide(officer2, proposal.id));
    expect(test.sent).toMatchObject([{ request: { alert_id: id, resolution: 'confirmed_match', officer: 'officer' } }]);
  });

  it('is neither approved nor declined by its proposer, who withdraws it', async () => {
    const proposal = data(await resolve(officer), 202);
    refused(await decide(officer, proposal.id), 403, /^another person must decide on your proposal/);
    refused(await decide(officer, proposal.id, 'decline'), 403, /^another person must decide/);
    refused(await decide(officer2, proposal.id, 'withdraw'), 404, /^proposal .* was not found/);
    expect(data(await decide(officer, proposal.id, 'withdraw'))).toMatchObject({ status: 'withdrawn' });
    refused(await decide(officer2, proposal.id), 400, /^the proposal is withdrawn already/);
    expect(test.sent).toEqual([]);
  });

  it('is not made when another person declines it', async () => {
    const proposal = data(await resolve(officer), 202);
    expect(data(await decide(officer2, proposal.id, 'decline'))).toMatchObject({
      status: 'declined',
      decided_by: 'officer2',
    });
    refused(await decide(head, proposal.id), 403, /only compliance_officer may decide on a proposal to resolve/);
    refused(await decide(officer2, proposal.id), 400, /^the proposal is declined already/);
    expect(test.sent).toEqual([]);
  });

  it('is approved only by a person: not by a service account, and not with the operator token', async () => {
    const proposal = data(await resolve(officer), 202);
    refused(await decide(test.api, proposal.id), 403, /^only a person who has signed in decides/);
    const service = data(
      await admin.post(at('/staff/services'), { name: 'S', roles: ['compliance_officer'], ...WHY }),
      202,
    );
    data(await decide(admin2, service.id));
    const { result: account } = data(await admin.post(proposals(`/${service.id}/result`), {}));
    const asked = data(await admin.post(at(`/staff/${account.id}/tokens`), { label: 't', ...WHY }), 202);
    data(await decide(admin2, asked.id));
    const { result } = data(await admin.post(proposals(`/${asked.id}/result`), {}));
    const robot = new Api(test.url, result.token);
    refused(await decide(robot, proposal.id), 403, /^only a person who has signed in decides/);
    expect(data(await resolve(robot), 202).proposer).toBe('S');
  });

  it('with the operator token waits as well', async () => {
    const proposal = data(await resolve(test.api), 202);
    expect(proposal).toMatchObject({ proposer: 'operator token', proposer_id: 'operator' });
    expect(data(await decide(officer, proposal.id))).toMatchObject({ status: 'applied' });
  });

  it('returns its secret to its proposer alone, for 23 hours', async () => {
    const proposal = data(await admin.post(at('/api-keys'), { scopes: ['read'], label: 'core', ...WHY }), 202);
    refused(await admin.post(proposals(`/${proposal.id}/result`), {}), 400, /^the proposal is pending/);
    expect(JSON.stringify(data(await decide(admin2, proposal.id)))).not.toMatch(/probity_[0-9a-f]{16}_/);
    refused(await admin2.post(proposals(`/${proposal.id}/result`), {}), 404, /was not found/);
    const { result } = data(await admin.post(proposals(`/${proposal.id}/result`), {}));
    expect(result).toMatchObject({ api_key: expect.stringMatching(/^probity_/), label: 'core' });
    expect(data(await admin.post(proposals(`/${proposal.id}/result`), {})).result).toEqual(result);
    const keys = data(await admin.get(at('/api-keys?limit=100'))).filter(
      ({ label }: { label: string }) => label === 'core',
    );
    expect(keys).toHaveLength(1);
  });

  it('fails when its proposer may no longer make it', async () => {
    const proposal = data(await resolve(analyst), 202);
    data(await admin.post(at(`/staff/${accounts.analyst}/disable`), WHY), 200);
    expect(data(await decide(officer, proposal.id))).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^the proposer no longer has the account/),
    });
  });

  it('is proposed once, however often the same person sends it', async () => {
    const first = data(await resolve(officer), 202);
    expect(data(await resolve(officer), 202).id).toBe(first.id);
    expect(data(await resolve(officer2), 202).id).not.toBe(first.id);
  });

  it('is not proposed when it is invalid', async () => {
    const bad = { settings: { screening: { threshold: 9 } }, ...WHY };
    refused(await patch(head, '/settings', bad), 400, /^screening.threshold must be/);
    refused(
      await officer.post(at(`/alerts/${randomUUID()}/resolve`), { resolution: 'handled', ...WHY }),
      404,
      /^alert/,
    );
  });

  it('does not wait when it tightens, or is not critical', async () => {
    await makeExist(test.owner, tenantId, id, { severity: 'high', ruleMode: 'shadow' });
    data(await resolve(officer), 200);
    data(await head.put(at(`/monitoring-rules/${id}/mode`), { mode: 'active', ...WHY }), 200);
    data(await officer.put(at(`/customers/${id}/kyc-status`), { to: 'expired', ...WHY }), 200);
    data(await patch(head, '/four-eyes', { policy: { expires_after_hours: 71 }, ...WHY }), 200);
    data(await admin.post(at(`/staff/${accounts.admin2}/disable`), WHY), 200);
  });

  it('is seen by people who may see what it is about, and in no other tenant', async () => {
    const proposal = data(await resolve(officer), 202);
    refused(await admin.get(proposals(`/${proposal.id}`)), 404, /^proposal .* was not found/);
    const listed = data(await admin.get(proposals('?limit=100')));
    expect(listed.map(({ action }: { action: string }) => action)).not.toContain('decide_alert');
    const other = `t-${randomUUID()}`;
    data(await test.api.post('/tenants', { slug: other, name: 'O', reason: 'a test' }), 201);
    refused(await test.api.get(`/tenants/${other}/proposals/${proposal.id}`), 404, /^proposal .* was not found/);
    refused(await officer.get(`/tenants/${other}/proposals`), 404, /^tenant .* was not found/);
  });
});
