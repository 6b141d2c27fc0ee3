import { randomUUID } from 'node:crypto';
import type { TenantRole } from '@probity/contracts/staff/words';
import { Api } from '../../../testing/api';
import { data, refused, startTestOffice, type TestOffice } from '../../../testing/test-office';
import { makeExist } from '../testing/existing';
import { type Person, signedIn, signInAs, STRONG } from '../testing/people';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const WHY = { reason: 'because' };
const HOUR_MS = 3_600_000;

describe('a change that needs two people', () => {
  let test: TestOffice;
  let slug: string;
  let tenantId: string;
  let id: string;
  let accounts: Record<string, string>;
  const people: Record<string, Person> = {};
  let admin: Api;
  let admin2: Api;
  let head: Api;
  let head2: Api;
  let officer: Api;
  let officer2: Api;
  let analyst: Api;

  beforeAll(async () => {
    test = await startTestOffice();
    slug = `t-${randomUUID()}`;
    tenantId = data(await test.api.post('/tenants', { slug, name: 'T' }), 201).id;
    accounts = {};
    // As long as no person has accepted an invitation, these need no second person.
    const invited = async (name: string, role: TenantRole) => {
      const person = { name, email: `${name}@bank.example`, roles: [role], ...WHY };
      const { account_id, invitation } = data(await test.api.post(at('/staff/people'), person), 201);
      accounts[name] = account_id;
      return { email: person.email, invitation };
    };
    const roles: [string, TenantRole][] = [
      ['admin', 'tenant_admin'],
      ['admin2', 'tenant_admin'],
      ['head', 'compliance_admin'],
      ['head2', 'compliance_admin'],
      ['officer', 'compliance_officer'],
      ['officer2', 'compliance_officer'],
      ['analyst', 'analyst'],
    ];
    const invitations = await Promise.all(roles.map(([name, role]) => invited(name, role)));
    const apis: Api[] = [];
    for (const [index, one] of invitations.entries()) {
      const { api, person } = await signedIn(test, { ...one, password: STRONG });
      apis.push(api);
      people[roles[index]![0]] = person;
    }
    [admin, admin2, head, head2, officer, officer2, analyst] = apis as [Api, Api, Api, Api, Api, Api, Api];
  }, 60_000);
  afterAll(() => test?.stop());

  beforeEach(async () => {
    id = randomUUID();
    await makeExist(test.owner, tenantId, id, { severity: 'critical' });
    test.sent.length = 0;
    for (const name of Object.keys(test.replies)) delete test.replies[name];
  });

  const at = (path: string): string => `/tenants/${slug}${path}`;
  const proposals = (path = ''): string => at(`/proposals${path}`);
  const patch = (api: Api, path: string, body: object) => api.send('PATCH', at(path), JSON.stringify(body));
  const decide = (api: Api, proposalId: string, how = 'approve') => api.post(proposals(`/${proposalId}/${how}`), WHY);
  const resolve = (api: Api) => api.post(at(`/alerts/${id}/resolve`), { resolution: 'confirmed_match', ...WHY });
  const trail = async (proposalId: string): Promise<string[]> =>
    data(await head.get(at(`/audit?subject_type=proposal&subject_id=${proposalId}`)))
      .map(({ action, actor_name }: Record<string, string | null>) => `${action} ${actor_name ?? 'system'}`)
      .reverse();

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

  it('is made as it was reviewed, or not at all', async () => {
    const first = data(await patch(head, '/settings', { settings: { screening: { threshold: 0.81 } }, ...WHY }), 202);
    const second = data(await patch(head, '/settings', { settings: { screening: { threshold: 0.82 } }, ...WHY }), 202);
    data(await decide(head2, first.id));
    expect(data(await decide(head2, second.id))).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^the settings has changed since the proposal/),
    });
    expect(data(await head.get(at('/settings'))).settings.screening.threshold).toBe(0.81);
    expect((await trail(second.id)).at(-1)).toBe('proposal.failed system');
  });

  it('about an identity is outdated when the profile changes', async () => {
    const proposal = data(await officer.put(at(`/customers/${id}/kyc-status`), { to: 'approved', ...WHY }), 202);
    await test.owner.query(
      `UPDATE customer_risk.customers SET profile = jsonb_set(profile::jsonb, '{full_name}', '"Other"') WHERE id = $1`,
      [id],
    );
    expect(data(await decide(officer2, proposal.id))).toMatchObject({ status: 'failed' });
    expect(test.sent).toEqual([]);
  });

  it('has one outcome, however many decide at the same time', async () => {
    const proposal = data(await resolve(officer), 202);
    const answers = await Promise.all([
      decide(officer2, proposal.id),
      decide(officer2, proposal.id, 'decline'),
      decide(officer, proposal.id, 'withdraw'),
      decide(officer2, proposal.id),
    ]);
    const { status } = data(await officer.get(proposals(`/${proposal.id}`)));
    expect(['applied', 'declined', 'withdrawn']).toContain(status);
    expect(test.sent).toHaveLength(status === 'applied' ? 1 : 0);
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThan(0);
    expect((await trail(proposal.id)).filter((entry) => /approved|declined|withdrawn/.test(entry))).toHaveLength(1);
  });

  it('is carried out later when its outcome is unknown, and only once', async () => {
    test.replies['customer-risk.resolve-alert'] = () => {
      throw new Error('the service died');
    };
    const proposal = data(await resolve(officer), 202);
    expect(data(await decide(officer2, proposal.id))).toMatchObject({ status: 'approved' });
    delete test.replies['customer-risk.resolve-alert'];
    test.time.pass(61_000);
    await test.settleProposals();
    expect(data(await officer.get(proposals(`/${proposal.id}`))).status).toBe('applied');
    expect(test.sent.filter(({ name }) => name === 'customer-risk.resolve-alert')).toHaveLength(2);
  });

  it('is not repeated when the audit trail has its effect', async () => {
    const before = data(await head.get(at('/settings'))).version;
    const proposal = data(
      await patch(head, '/settings', { settings: { screening: { threshold: 0.77 } }, ...WHY }),
      202,
    );
    data(await decide(head2, proposal.id));
    // As if the process had ended between the change and the record of the outcome.
    const about = [`proposal-${proposal.id}`];
    await test.owner.query('ALTER TABLE event_store.events DISABLE TRIGGER USER');
    await test.owner.query('DELETE FROM event_store.events WHERE stream = $1 AND revision = 2', about);
    await test.owner.query('ALTER TABLE event_store.events ENABLE TRIGGER USER');
    await test.owner.query(`UPDATE back_office.proposals SET status = 'approved', revision = 1 WHERE id = $1`, [
      proposal.id,
    ]);
    await test.owner.query(`DELETE FROM back_office.audit_events WHERE action = 'proposal.applied'`);
    test.time.pass(61_000);
    await test.settleProposals();
    expect(data(await head.get(proposals(`/${proposal.id}`))).status).toBe('applied');
    expect(data(await head.get(at('/settings'))).version).toBe(before + 1);
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
    data(await test.api.post('/tenants', { slug: other, name: 'O' }), 201);
    refused(await test.api.get(`/tenants/${other}/proposals/${proposal.id}`), 404, /^proposal .* was not found/);
    refused(await officer.get(`/tenants/${other}/proposals`), 404, /^tenant .* was not found/);
  });

  it('is there again after a rebuild of the read side', async () => {
    const proposal = data(await resolve(officer), 202);
    const before = data(await head.get(proposals('?limit=100')));
    const policy = data(await head.get(at('/four-eyes')));
    const answer = await fetch(`${test.url}/projections/rebuild`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.token}` },
    });
    await answer.text();
    expect(data(await head.get(proposals('?limit=100')))).toEqual(before);
    expect(data(await head.get(at('/four-eyes')))).toEqual(policy);
    expect(data(await officer.get(proposals(`/${proposal.id}`)))).toEqual(proposal);
  });

  it('expires', async () => {
    const proposal = data(await resolve(officer), 202);
    const { policy } = data(await head.get(at('/four-eyes')));
    const time = policy.expires_after_hours * HOUR_MS;
    expect(Date.parse(proposal.expires_at) - Date.parse(proposal.made_at)).toBe(time);
    test.time.pass(time);
    const later = await signInAs(test, people.officer2!);
    refused(await decide(later, proposal.id), 400, /^the proposal expired at/);
    await test.settleProposals();
    expect(data(await later.get(proposals(`/${proposal.id}`))).status).toBe('expired');
    refused(await decide(later, proposal.id), 400, /^the proposal is expired already/);
    head = await signInAs(test, people.head!);
    expect(await trail(proposal.id)).toEqual(['proposal.made officer', 'proposal.expired system']);
  });
});

describe('the staff of a tenant with a single admin', () => {
  let test: TestOffice;
  beforeAll(async () => {
    test = await startTestOffice();
  });
  afterAll(() => test?.stop());

  it('is added alone until a second person could approve; disabling that person does not change it', async () => {
    const slug = `t-${randomUUID()}`;
    data(await test.api.post('/tenants', { slug, name: 'T' }), 201);
    const staff = `/tenants/${slug}/staff`;
    const invite = async (api: Api, name: string, status = 201) =>
      data(
        await api.post(`${staff}/people`, {
          name,
          email: `${name}-${slug}@b.example`,
          roles: ['tenant_admin'],
          ...WHY,
        }),
        status,
      );
    const enter = async (name: string, { invitation }: { invitation: string }) =>
      (await signedIn(test, { email: `${name}-${slug}@b.example`, invitation, password: STRONG })).api;
    const ada = await enter('ada', await invite(test.api, 'ada'));
    const invited = await invite(ada, 'bob');
    await enter('bob', invited);
    data(await ada.post(`${staff}/${invited.account_id}/disable`, WHY), 200);
    expect(await invite(ada, 'eve', 202)).toMatchObject({ action: 'change_staff', status: 'pending' });
    expect(data(await ada.post(`${staff}/${invited.account_id}/enable`, WHY), 202).status).toBe('pending');
  });
});
