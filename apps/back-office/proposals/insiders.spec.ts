import { randomUUID } from 'node:crypto';
import { Api } from '../../../testing/api';
import { data, refused } from '../../../testing/test-office';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { FourEyesQueries } from '@probity/read-side/proposals/four-eyes-queries';
import { IDENTITY_PROVIDER } from '../sign-in/openid/identity-provider';
import { STAFF_ACCOUNT } from '../staff/staff-account';
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
  patch,
  proposals,
  tenantId,
  test,
  WHY,
} from '../testing/reviewing-tenant';
import { RelatedCallers } from './related-callers';
import { TenantHistory } from './tenant-history';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const store = () => new AggregateStore(new PostgresEventStore(test.owner), test.owner);
const relations = () => new RelatedCallers(store(), new TenantHistory(store()), new FourEyesQueries(test.owner));

const key = (api: Api, headers: Record<string, string> = {}) =>
  api.send('POST', at('/api-keys'), JSON.stringify({ scopes: ['write'], label: randomUUID(), ...WHY }), headers);
const settings = (api: Api, threshold: number) =>
  patch(api, '/settings', { settings: { screening: { threshold } }, ...WHY });
const agreed = async (proposal: { id: string }, by: Api) =>
  expect(data(await decide(by, proposal.id))).toMatchObject({ status: 'applied', failure: null });
const result = async (api: Api, { id }: { id: string }) => data(await api.post(proposals(`/${id}/result`), {})).result;

describe('one person alone', () => {
  it('does not approve what an own service account proposes', async () => {
    const service = { name: 'S', roles: ['tenant_admin', 'compliance_admin'], ...WHY };
    const added = data(await admin.post(at('/staff/services'), service), 202);
    await agreed(added, admin2);
    const { id } = await result(admin, added);
    const asked = data(await admin.post(at(`/staff/${id}/tokens`), { label: 't', ...WHY }), 202);
    await agreed(asked, admin2);
    const robot = new Api(test.url, (await result(admin, asked)).token);
    const proposal = data(await key(robot), 202);
    refused(await decide(admin, proposal.id), 403, /^you made the account, the token, the API key or/);
    await agreed(proposal, admin2);
  });

  it('is not approved by a person whose invitation went to the same person', async () => {
    const email = `${randomUUID()}@bank.example`;
    const bob = { name: 'Bob', email, roles: ['tenant_admin', 'compliance_admin'], ...WHY };
    const added = data(await admin.post(at('/staff/people'), bob), 202);
    await agreed(added, admin2);
    const { invitation } = await result(admin, added);
    const { api } = await signedIn(test, { email, invitation, password: STRONG });
    refused(await decide(api, data(await key(admin), 202).id), 403, /or the proposer made yours/);
    refused(await decide(admin, data(await key(api), 202).id), 403, /^you made the account/);
    await agreed(data(await settings(head, 0.91), 202), api);
  });

  it('does not approve with an invited account what an own service account or API key proposes', async () => {
    const email = `${randomUUID()}@bank.example`;
    const roles = ['tenant_admin', 'compliance_admin'];
    const bob = data(await admin.post(at('/staff/people'), { name: 'Bob', email, roles, ...WHY }), 202);
    const service = data(await admin.post(at('/staff/services'), { name: 'S', roles, ...WHY }), 202);
    await agreed(bob, admin2);
    await agreed(service, admin2);
    const { account_id, invitation } = await result(admin, bob);
    const { api } = await signedIn(test, { email, invitation, password: STRONG });
    const { id } = await result(admin, service);
    const token = data(await admin.post(at(`/staff/${id}/tokens`), { label: 't', ...WHY }), 202);
    await agreed(token, admin2);
    const robot = new Api(test.url, (await result(admin, token)).token);
    const asked = data(await key(robot), 202);
    refused(await decide(api, asked.id), 403, /another person must decide/);
    await agreed(asked, admin2);
    const created = await result(robot, asked);
    const related = (one: string) => relations().areRelated(one, `institution:${created.id}`, tenantId);
    expect(await related(id)).toBe(true);
    expect(await related(accounts.admin!)).toBe(true);
    expect(await related(account_id)).toBe(true);
    expect(await related(accounts.admin2!)).toBe(false);
  });

  it('with the operator token does not approve with an operator that it adds, or with emergency access', async () => {
    const email = `${randomUUID()}@platform.example`;
    const { invitation } = data(await test.api.post('/operators', { name: 'Kim', email, ...WHY }), 201);
    const { api: operator } = await signedIn(test, { email, invitation, password: STRONG });
    refused(await decide(operator, data(await key(test.api), 202).id), 403, /another person must decide/);
    const emergency = { roles: ['compliance_admin'], minutes: 10, ...WHY };
    data(await operator.post(at('/emergency-access'), emergency), 201);
    refused(await decide(operator, data(await settings(test.api, 0.92), 202).id), 403, /^only compliance_admin may/);
    await agreed(data(await key(admin), 202), operator);
  });

  it('sets no identity provider for people whom the same person then needs', async () => {
    const [provider_id, account_id] = [randomUUID(), randomUUID()];
    const at = new Date().toISOString();
    const by = { tenant_id: tenantId, officer: 'head2', officer_id: accounts.head2!, reason: 'r' };
    const set = {
      issuer: 'https://a.example',
      client_id: 'c',
      display_name: 'A',
      sealed_client_secret: null,
      set_at: at,
    };
    await store().begin(IDENTITY_PROVIDER, provider_id, {
      events: [{ type: 'IdentityProviderSet', data: { provider_id, ...by, ...set } }],
    });
    const person = { kind: 'person' as const, name: 'Ida', email: `${account_id}@bank.example`, created_at: at };
    const created = { account_id, ...by, officer: 'head', officer_id: accounts.head!, ...person };
    const bound = { account_id, tenant_id: tenantId, provider_id, subject: 's', bound_at: at };
    await store().begin(STAFF_ACCOUNT, account_id, {
      events: [
        { type: 'StaffAccountCreated', data: created },
        { type: 'StaffIdentityBound', data: bound },
      ],
    });
    expect(await relations().areRelated(account_id, accounts.head2!, tenantId)).toBe(true);
    expect(await relations().areRelated(account_id, accounts.head!, tenantId)).toBe(false);
  });

  it('does not change a version of a rule that comes later', async () => {
    const later = { mode: 'disabled', expected_version: 4, ...WHY };
    refused(await head.put(at(`/monitoring-rules/${id}/mode`), later), 400, /^the rule has version 3, not 4/);
    expect(test.sent).toEqual([]);
  });

  it('does not change a provider that is active', async () => {
    await test.owner.query(`UPDATE pipeline.providers SET status = 'active' WHERE tenant_id = $1`, [tenantId]);
    const configuration = { configuration: { base_url: 'https://own.example' }, ...WHY };
    refused(await head.put(at('/providers/yente'), configuration), 400, /^the provider is active, and two people/);
    await test.owner.query(`UPDATE pipeline.providers SET status = 'inactive' WHERE tenant_id = $1`, [tenantId]);
  });

  it('does not take the key under which a proposal is carried out', async () => {
    const proposal = data(await key(admin), 202);
    const { body } = data(await admin.get(proposals(`/${proposal.id}`))).request;
    const forged = { 'idempotency-key': `proposal-${proposal.id}` };
    await admin.send('POST', at('/api-keys'), JSON.stringify(body), forged);
    await agreed(proposal, admin2);
    expect((await result(admin, proposal)).api_key).toMatch(/^probity_/);
    const keys = data(await admin.get(at('/api-keys?limit=100')));
    expect(keys.filter(({ label }: { label: string }) => label === body.label)).toHaveLength(1);
  });

  it('does not make a change again by asking for its result late', async () => {
    const proposal = data(await key(admin), 202);
    await agreed(proposal, admin2);
    const count = async () => data(await admin.get(at('/api-keys?limit=100'))).length;
    const before = await count();
    await test.owner.query('DELETE FROM back_office.idempotency_records');
    refused(await admin.post(proposals(`/${proposal.id}/result`), {}), 400, /^the result of a proposal is kept for 24/);
    expect(await count()).toBe(before);
  });

  it('reads the key of a rotation, although the rotation changed the old key', async () => {
    const first = data(await key(admin), 202);
    await agreed(first, admin2);
    const { id } = await result(admin, first);
    const rotation = data(await admin.post(at(`/api-keys/${id}/rotate`), { overlap_hours: 0, ...WHY }), 202);
    // The old key goes on being used.
    await test.owner.query("INSERT INTO gateway.api_key_uses VALUES ($1, now(), '192.0.2.1')", [id]);
    await agreed(rotation, admin2);
    expect((await result(admin, rotation)).api_key).toMatch(/^probity_/);
  });

  it('does not seem to change settings that another change has made equal', async () => {
    const [one, other] = [data(await settings(head, 0.94), 202), data(await settings(head2, 0.94), 202)];
    await agreed(one, head2);
    expect(data(await decide(head, other.id))).toMatchObject({ status: 'failed' });
  });

  it('does not leave less than eight hours for others to decide', async () => {
    data(await patch(head, '/four-eyes', { policy: { expires_after_hours: 7 }, ...WHY }), 202);
    data(await patch(head, '/four-eyes', { policy: { expires_after_hours: 8 }, ...WHY }), 200);
  });
});
