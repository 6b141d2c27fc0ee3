import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthorityParts, authorization } from './authorize';
import type { StaffCaller } from './staff-caller';

const ADA: StaffCaller = {
  id: 'account-of-ada',
  name: 'Ada',
  method: 'password',
  roles: [{ tenant_id: 'id-of-acme', slug: 'acme', role: 'compliance_officer', until: null }],
};

/** A request of a caller who is known already, about a tenant. */
async function authorized(slug: string): Promise<FastifyRequest> {
  const parts = { approvedRequests: { find: () => ({ caller: ADA, proposalId: 'p', onlyStored: false }) } };
  const request = {
    headers: {},
    params: { slug },
    routeOptions: { url: '/tenants/:slug/alerts', config: { permission: 'read_customers', reviewed: true } },
  } as unknown as FastifyRequest;
  await authorization(parts as unknown as AuthorityParts)(request, {} as FastifyReply).catch(() => {});
  return request;
}

describe('the log of a request to the back office', () => {
  it('has the tenant and the account', async () => {
    expect(await authorized('acme')).toMatchObject({ tenantSlug: 'acme', staffId: 'account-of-ada' });
  });

  it('has no tenant in which the caller has no role', async () => {
    const request = await authorized('another');
    expect(request).toMatchObject({ staffId: 'account-of-ada' });
    expect(request).not.toHaveProperty('tenantSlug');
  });
});
