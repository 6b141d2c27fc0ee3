import { randomUUID } from 'node:crypto';
import type { Api } from '../../../testing/api';
import { data, refused } from '../../../testing/test-office';
import { signedIn, STRONG } from '../testing/people';
import {
  accounts,
  admin,
  admin2,
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
  slug,
  tenantId,
  test,
  WHY,
} from '../testing/reviewing-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const MINUTE_MS = 60_000;
const COPY = `
  INSERT INTO back_office.proposals
  SELECT (jsonb_populate_record(p, jsonb_build_object('id', $2::text) || $3::jsonb)).* FROM back_office.proposals p
  WHERE id = $1`;

/** Changes rows as a person with the database does. The returned function puts the tables back as they were. */
async function tampered(tables: string[], statement: string, values: unknown[]): Promise<() => Promise<void>> {
  for (const table of tables) await test.owner.query(`CREATE TABLE public.kept_${table} AS TABLE back_office.${table}`);
  expect((await test.owner.query(statement, values)).rowCount).toBeGreaterThan(0);
  return async () => {
    for (const table of tables) {
      await test.owner.query(`DELETE FROM back_office.${table}`);
      await test.owner.query(`INSERT INTO back_office.${table} SELECT * FROM public.kept_${table}`);
      await test.owner.query(`DROP TABLE public.kept_${table}`);
    }
  };
}

const forged = (proposalId: string, change: string) =>
  tampered(['proposals'], `UPDATE back_office.proposals SET ${change} WHERE id = $1`, [proposalId]);

async function expectNotice(subject: string): Promise<void> {
  await test.reportContradictions();
  const notices = data(await test.api.get('/notices?limit=100'));
  expect(notices).toContainEqual(expect.objectContaining({ kind: 'forged_grant', subject, severity: 'critical' }));
}

/** What the worker does with proposals two minutes later. */
async function settleLater(): Promise<void> {
  test.time.pass(2 * MINUTE_MS);
  await test.settleProposals();
}

const settings = (api: Api, threshold: number) =>
  patch(api, '/settings', { settings: { screening: { threshold } }, ...WHY });

describe('a row of a proposal that was written in the database', () => {
  it.each([
    ['another proposer', () => `proposer_id = '${accounts.officer2!}', proposer = 'officer2'`],
    ['another request', () => `request = jsonb_set(request, '{body,resolution}', '"false_positive"')`],
    ['something else to compare', () => `shown = '{"severity": "low"}'`],
    ['another kind of change', () => "action = 'create_api_key'"],
    ['another state', () => `state_hash = '${'0'.repeat(64)}'`],
    ['a later end', () => "expires_at = expires_at + interval '1 year'"],
  ])('is neither shown nor approved: %s', async (_what, change) => {
    const proposal = data(await resolve(officer), 202);
    const restore = await forged(proposal.id, change());
    for (const api of [officer, officer2]) {
      refused(await api.get(proposals(`/${proposal.id}`)), 404, /^proposal .* was not found/);
      refused(await decide(api, proposal.id), 404, /^proposal .* was not found/);
      const listed = data(await api.get(proposals('?limit=100')));
      expect(listed.map((one: { id: string }) => one.id)).not.toContain(proposal.id);
    }
    expect(test.sent).toEqual([]);
    await expectNotice(`proposal/${proposal.id}`);

    await restore();
    expect(data(await decide(officer2, proposal.id))).toMatchObject({ status: 'applied' });
    expect(test.sent).toMatchObject([{ request: { alert_id: id, resolution: 'confirmed_match', officer: 'officer' } }]);
  });

  it('does not carry out what no person approved', async () => {
    const proposal = data(await resolve(officer), 202);
    const by = `decided_by = 'officer2', decided_by_id = '${accounts.officer2!}', decision_reason = 'r'`;
    const restore = await forged(proposal.id, `status = 'approved', ${by}, decided_at = '2000-01-01'`);
    await settleLater();
    await restore();
    expect(test.sent).toEqual([]);
    expect(data(await officer2.get(proposals(`/${proposal.id}`)))).toMatchObject({ status: 'pending' });
    await expectNotice(`proposal/${proposal.id}`);
  });

  it('does not carry out what no person proposed', async () => {
    const proposal = data(await resolve(officer), 202);
    expect(data(await decide(officer2, proposal.id))).toMatchObject({ status: 'applied' });
    test.sent.length = 0;
    const forgedId = randomUUID();
    const fields = { status: 'approved', decided_at: '2000-01-01', settled_at: null };
    const restore = await tampered(['proposals'], COPY, [proposal.id, forgedId, JSON.stringify(fields)]);
    await settleLater();
    refused(await officer2.get(proposals(`/${forgedId}`)), 404, /^proposal .* was not found/);
    await restore();
    expect(test.sent).toEqual([]);
    await expectNotice(`proposal/${forgedId}`);
  });

  it('is decided once, also when it is set back to what it was before', async () => {
    const proposal = data(await resolve(officer), 202);
    expect(data(await decide(officer2, proposal.id, 'decline'))).toMatchObject({ status: 'declined' });
    const pending = `status = 'pending', revision = 0, settled_at = NULL, decided_by = NULL, decided_by_id = NULL,
      decision_reason = NULL, decided_at = NULL`;
    const restore = await forged(proposal.id, pending);
    refused(await decide(officer2, proposal.id), 400, /^the proposal is declined already/);
    await restore();
    expect(test.sent).toEqual([]);
  });

  it('is carried out once, also when it is set back to the moment of its approval', async () => {
    const proposal = data(await resolve(officer), 202);
    data(await decide(officer2, proposal.id));
    test.sent.length = 0;
    const restore = await tampered(
      ['proposals', 'audit_events'],
      `WITH trail AS (DELETE FROM back_office.audit_events WHERE subject_id = $1::text)
       UPDATE back_office.proposals SET status = 'approved', revision = 1, settled_at = NULL WHERE id = $1::uuid`,
      [proposal.id],
    );
    await settleLater();
    await restore();
    expect(test.sent).toEqual([]);
  });

  it('does not let its proposer export a customer', async () => {
    const own = async () => data(await officer.post(at(`/customers/${id}/export`), WHY), 202);
    const proposal = await own();
    const restore = await forged(proposal.id, "status = 'applied', settled_at = now() + interval '1 hour'");
    expect(await own()).toMatchObject({ status: 'pending' });
    await restore();
    await expectNotice(`proposal/${proposal.id}`);
  });

  it('is not approved after a new invitation that the row of the account hides', async () => {
    const proposal = data(await resolve(officer), 202);
    const invited = data(await admin.post(at(`/staff/${accounts.officer}/invite`), WHY), 202);
    expect(data(await decide(admin2, invited.id))).toMatchObject({ status: 'applied' });
    const hide = 'UPDATE back_office.staff_accounts SET invited_at = NULL WHERE id = $1';
    await test.owner.query(hide, [accounts.officer]);
    refused(await decide(officer2, proposal.id), 400, /^the proposal is expired already/);
    expect(test.sent).toEqual([]);
  });
});

describe('rows that say who is a second person', () => {
  it('do not hide the other people of a tenant', async () => {
    const restore = await tampered(
      ['staff_roles'],
      'DELETE FROM back_office.staff_roles WHERE tenant_id = $1 AND account_id <> $2',
      [tenantId, accounts.admin],
    );
    const person = { name: 'N', email: `${randomUUID()}@b.example`, roles: ['auditor'], ...WHY };
    const added = await admin.post(at('/staff/people'), person);
    await restore();
    expect(data(added, 202)).toMatchObject({ action: 'change_staff', status: 'pending' });
  });

  it('do not hide who invited whom', async () => {
    const email = `${randomUUID()}@bank.example`;
    const bob = { name: 'Bob', email, roles: ['tenant_admin', 'compliance_admin'], ...WHY };
    const added = data(await admin.post(at('/staff/people'), bob), 202);
    data(await decide(admin2, added.id));
    const { invitation } = data(await admin.post(proposals(`/${added.id}/result`), {})).result;
    const { api } = await signedIn(test, { email, invitation, password: STRONG });
    const asked = data(await admin.post(at('/api-keys'), { scopes: ['write'], label: randomUUID(), ...WHY }), 202);
    const restore = await tampered(['audit_events'], 'DELETE FROM back_office.audit_events', []);
    const decided = await decide(api, asked.id);
    await restore();
    refused(decided, 403, /or the proposer made yours/);
  });
});

describe('a row of settings', () => {
  it('does not add to what was approved', async () => {
    data(await decide(head2, data(await settings(head, 0.91), 202).id));
    const asked = data(await settings(head, 0.92), 202);
    const restore = await tampered(
      ['compliance_settings'],
      `UPDATE back_office.compliance_settings SET settings = jsonb_set(settings, '{stages,screening}', '"external"')
       WHERE tenant_id = $1`,
      [tenantId],
    );
    expect(data(await decide(head2, asked.id))).toMatchObject({ status: 'applied' });
    const { settings: changed } = data(await head.get(at('/settings')));
    expect(changed).toMatchObject({ stages: { screening: 'native' }, screening: { threshold: 0.92 } });
    await restore();
  });
});

describe('rows that give a tenant the slug of another one', () => {
  it('do not let what was approved change the other tenant', async () => {
    const other = `t-${randomUUID()}`;
    const otherId = data(await test.api.post('/tenants', { slug: other, name: 'O', ...WHY }), 201).id;
    const proposal = data(await settings(test.api, 0.91), 202);
    const move = 'UPDATE back_office.tenants SET slug = $2 WHERE id = $1';
    await test.owner.query(move, [tenantId, `t-${randomUUID()}`]);
    await test.owner.query(move, [otherId, slug]);
    await test.owner.query(move, [tenantId, other]);
    const decided = await head.post(`/tenants/${other}/proposals/${proposal.id}/approve`, WHY);
    const moved = await test.api.get(`/tenants/${slug}/settings`);
    await test.owner.query(move, [otherId, `t-${randomUUID()}`]);
    await test.owner.query(move, [tenantId, slug]);
    await test.owner.query(move, [otherId, other]);
    expect(data(decided)).toMatchObject({ status: 'failed' });
    expect(data(moved)).toMatchObject({ version: 0 });
  });
});
