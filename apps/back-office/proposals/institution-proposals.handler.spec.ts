import { randomUUID } from 'node:crypto';
import type { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import type { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import type { GenuinePolicies } from './genuine-policies';
import { InstitutionProposalsHandler } from './institution-proposals.handler';
import type { Proposals } from './proposals';

describe('proposals of institutions', () => {
  it.each([randomUUID(), 'operator', `staff:${randomUUID()}`, 'institution'])('are not those of %s', async (actor) => {
    const makeOnce = jest.fn();
    const handler = new InstitutionProposalsHandler(
      { makeOnce } as unknown as Proposals,
      { tenants: async () => [{ slug: 'acme' }] } as unknown as TenantQueries,
      { rule: async () => ({ id: 'r', version: 1, mode: 'active', definition: {} }) } as unknown as RuleQueries,
      { current: async () => ({ policy: { institution_rules: true } }) } as unknown as GenuinePolicies,
    );
    const ids = { tenant_id: randomUUID(), proposal_id: randomUUID(), rule_id: randomUUID() };
    const asked = { ...ids, mode: 'disabled' as const, expected_version: 1, actor };
    await expect(handler.review(asked)).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(handler.propose(asked)).rejects.toMatchObject({ code: 'permission_denied' });
    expect(makeOnce).not.toHaveBeenCalled();
  });
});
