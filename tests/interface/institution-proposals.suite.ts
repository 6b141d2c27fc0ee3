import { Api } from '../../testing/api';
import { newPerson } from '../../testing/staff-person';
import { dataOf, expectRefusal } from './answers';
import { ruleFor } from './customers';
import type { Product } from './product';
import { done, newKey, newTenant, type Tenant } from './tenants';

interface Proposal {
  id: string;
  status: string;
  failure: string | null;
  [field: string]: unknown;
}

/** Changes with an API key that staff must approve. */
export function institutionProposals(product: () => Product): void {
  let tenant: Tenant;
  let office: Api;
  let head: Api;
  let rule: { id: string; version: number; name: string };

  beforeAll(async () => {
    tenant = await newTenant(product());
    office = product().backOffice;
    head = await newPerson(office, tenant.slug, ['compliance_admin', 'tenant_admin']);
    const body = { policy: { institution_rules: true }, reason: 'a test' };
    dataOf(await office.send('PATCH', tenant.path('/four-eyes'), JSON.stringify(body)));
  });
  beforeEach(async () => {
    rule = await done(tenant.api, tenant.path('/monitoring-rules'), ruleFor('XAA'));
  });

  const path = () => tenant.path(`/monitoring-rules/${rule.id}`);
  const current = async () => dataOf<any>(await tenant.api.get(path()));
  const disable = async () => dataOf<Proposal>(await tenant.api.delete(path()), 202);
  const decide = async ({ id }: Proposal, how: string, by = head) =>
    by.post(tenant.path(`/proposals/${id}/${how}`), { reason: 'seen' });
  const entries = async (query: string) => dataOf<any[]>(await head.get(tenant.path(`/audit?${query}`)));

  it('does not disable a rule before a person approves', async () => {
    const proposal = await disable();
    expect(proposal).toMatchObject({ action: 'loosen_rule', subject_id: rule.id, status: 'pending' });
    expect(await disable()).toEqual(proposal);
    expect(await current()).toMatchObject({ mode: 'active', version: 1 });
    expect(dataOf(await decide(proposal, 'approve'))).toMatchObject({ status: 'applied', failure: null });
    expect(await current()).toMatchObject({ mode: 'disabled', version: 2 });
    const actor = expect.stringMatching(/^institution:[0-9a-f]{16}$/);
    const [saved] = await entries(`subject_id=${rule.id}&action=monitoring_rule.changed`);
    expect(saved).toMatchObject({ actor_type: 'institution', actor });
    const trail = await entries(`subject_id=${proposal.id}`);
    expect(trail.map(({ action }) => action)).toEqual(['proposal.applied', 'proposal.approved', 'proposal.made']);
    expect(trail[2]).toMatchObject({ actor: saved.actor });
  });

  it('does not disable a rule when a person declines', async () => {
    const proposal = await disable();
    expect(dataOf(await decide(proposal, 'decline'))).toMatchObject({ status: 'declined' });
    expect(await current()).toMatchObject({ mode: 'active', version: 1 });
    expect((await disable()).id).not.toBe(proposal.id);
  });

  it.each([
    ['a shadow rule', { mode: 'shadow' }],
    ['another definition of an active rule', { ...ruleFor('XAB'), name: 'Other' }],
  ])('waits for a person to make it %s', async (_, change) => {
    const proposal = dataOf<Proposal>(await tenant.api.put(path(), change), 202);
    expect(await current()).toMatchObject({ mode: 'active', version: 1, name: rule.name });
    expect(dataOf(await decide(proposal, 'approve'))).toMatchObject({ status: 'applied', failure: null });
    expect(await current()).toMatchObject({ version: 2, ...change });
  });

  it('makes a rule stricter, and creates rules, without a person', async () => {
    dataOf(await decide(await disable(), 'approve'));
    expect(dataOf(await tenant.api.put(path(), { ...ruleFor('XAC'), mode: 'shadow' }))).toMatchObject({ version: 3 });
    expect(dataOf(await tenant.api.put(path(), { mode: 'active' }))).toMatchObject({ mode: 'active', version: 4 });
    expect(dataOf(await tenant.api.put(path(), { mode: 'active' }))).toMatchObject({ version: 4 });
  });

  it('does not make what was approved if the rule has changed since', async () => {
    const proposal = await disable();
    const other = { definition: ruleFor('XAD'), reason: 'a test' };
    dataOf(await office.put(path(), other));
    expect(dataOf(await decide(proposal, 'approve'))).toMatchObject({ status: 'failed' });
    expect(await current()).toMatchObject({ mode: 'active', version: 2 });
  });

  it('does not change a version that was not there yet when it was compared', async () => {
    for (const _ of [1, 2, 3]) {
      const asleep = await done<typeof rule>(tenant.api, tenant.path('/monitoring-rules'), {
        ...ruleFor('XAE'),
        mode: 'shadow',
      });
      const at = tenant.path(`/monitoring-rules/${asleep.id}`);
      const early = { ...ruleFor('XAF'), expected_version: 2 };
      await Promise.all([
        office.put(`${at}/mode`, { mode: 'active', reason: 'a test' }),
        ...Array.from({ length: 6 }, () => tenant.api.put(at, early)),
      ]);
      expect(dataOf(await tenant.api.get(at))).toMatchObject({ mode: 'active', version: 2, name: asleep.name });
    }
  });

  it('rejects at once what could not be made', async () => {
    expectRefusal(await tenant.api.put(path(), { mode: 'disabled', expected_version: 7 }), 400, /has version 1, not 7/);
    expectRefusal(await tenant.api.put(path(), { ...ruleFor('XAA'), condition: {} }), 400, /condition/);
    const other = await newTenant(product());
    expectRefusal(
      await other.api.delete(other.path(`/monitoring-rules/${rule.id}`)),
      404,
      /monitoring rule .* was not found/,
    );
  });

  it('does not let the person approve who has created the key, or a key that was revoked propose', async () => {
    const asked = { scopes: ['write'], label: 'loader', reason: 'a test' };
    const own = dataOf<{ id: string; api_key: string }>(await head.post(tenant.path('/api-keys'), asked), 201);
    const proposal = dataOf<Proposal>(await new Api(product().baseUrl, own.api_key).delete(path()), 202);
    expect(proposal).toMatchObject({ proposer: 'loader', proposer_id: `institution:${own.id}` });
    expectRefusal(await decide(proposal, 'approve'), 403, /another person must decide/);
    const second = await newPerson(office, tenant.slug, ['compliance_admin'], 'Kim Lee');
    const key = await newKey(product(), tenant.slug, ['write']);
    const later = dataOf<Proposal>(await new Api(product().baseUrl, key.api_key).delete(path()), 202);
    await office.delete(tenant.path(`/api-keys/${key.id}?reason=lost`));
    expect(dataOf(await decide(later, 'approve', second))).toMatchObject({ status: 'failed' });
    expect(await current()).toMatchObject({ mode: 'active', version: 1 });
    expect(dataOf(await decide(proposal, 'approve', second))).toMatchObject({ status: 'applied' });
    expect(await current()).toMatchObject({ mode: 'disabled', version: 2 });
  });
}
