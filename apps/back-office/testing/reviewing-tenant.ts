import { randomUUID } from 'node:crypto';
import type { TenantRole } from '@probity/contracts/staff/words';
import type { Api } from '../../../testing/api';
import { data, startTestOffice, type TestOffice } from '../../../testing/test-office';
import { makeExist } from './existing';
import { type Person, signedIn, STRONG } from './people';

// A spec that imports this file gets a running back office with a tenant that has the default policy, and its staff.

export const WHY = { reason: 'because' };

export let test: TestOffice;
export let slug: string;
export let tenantId: string;
/** of a customer, an alert, a case and a rule; new for each test */
export let id: string;
/** the ids of the accounts, by the names of the people */
export const accounts: Record<string, string> = {};
export const people: Record<string, Person> = {};
export let admin: Api;
export let admin2: Api;
export let head: Api;
export let head2: Api;
export let officer: Api;
export let officer2: Api;
export let analyst: Api;

const ROLES: [string, TenantRole][] = [
  ['admin', 'tenant_admin'],
  ['admin2', 'tenant_admin'],
  ['head', 'compliance_admin'],
  ['head2', 'compliance_admin'],
  ['officer', 'compliance_officer'],
  ['officer2', 'compliance_officer'],
  ['analyst', 'analyst'],
];

beforeAll(async () => {
  test = await startTestOffice();
  slug = `t-${randomUUID()}`;
  tenantId = data(await test.api.post('/tenants', { slug, name: 'T', reason: 'a test' }), 201).id;
  // As long as no person has accepted an invitation, these need no second person.
  const invitations = await Promise.all(ROLES.map(([name, role]) => invited(name, role)));
  const apis: Api[] = [];
  for (const [index, one] of invitations.entries()) {
    const { api, person } = await signedIn(test, { ...one, password: STRONG });
    apis.push(api);
    people[ROLES[index]![0]] = person;
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

async function invited(name: string, role: TenantRole): Promise<{ email: string; invitation: string }> {
  const person = { name, email: `${name}@bank.example`, roles: [role], ...WHY };
  const { account_id, invitation } = data(await test.api.post(at('/staff/people'), person), 201);
  accounts[name] = account_id;
  return { email: person.email, invitation };
}

export const at = (path: string): string => `/tenants/${slug}${path}`;
export const proposals = (path = ''): string => at(`/proposals${path}`);
export const patch = (api: Api, path: string, body: object) => api.send('PATCH', at(path), JSON.stringify(body));
export const decide = (api: Api, proposalId: string, how = 'approve') =>
  api.post(proposals(`/${proposalId}/${how}`), WHY);
export const resolve = (api: Api) => api.post(at(`/alerts/${id}/resolve`), { resolution: 'confirmed_match', ...WHY });
/** The entries of the audit trail about the proposal, oldest first. @param reader a person who may read them */
export const trail = async (proposalId: string, reader = head): Promise<string[]> =>
  data(await reader.get(at(`/audit?subject_type=proposal&subject_id=${proposalId}`)))
    .map(({ action, actor_name }: Record<string, string | null>) => `${action} ${actor_name ?? 'system'}`)
    .reverse();
