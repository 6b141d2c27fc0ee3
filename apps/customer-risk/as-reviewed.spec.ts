import { dismissAlert, escalateAlert, resolveAlert } from '@probity/contracts/alerts/commands';
import { changeKycStatus, reportFindings } from '@probity/contracts/customers/commands';
import { requestErasure } from '@probity/contracts/erasure/commands';
import { canonicalHash } from '@probity/platform/canonical-json';
import { newId } from '@probity/platform/ids';
import { reviewedCustomer } from '@probity/read-side/customers/reviewed-customer';
import { type CustomerRiskFixture, startCustomerRiskFixture } from './testing/customer-risk-fixture';
import { aScreeningAlert } from './testing/examples';

let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
});
afterAll(() => service.stop());

const BY = { officer: 'Ada Byron', officer_id: newId(), reason: 'agreed' };
const OUTDATED = { code: 'proposal_outdated' };

/** The hash of the customer as a reviewer sees it, on the read side. */
const seen = async (id: string): Promise<string> =>
  canonicalHash(reviewedCustomer((await service.customers.customer(service.tenantId, id))!));

const move = (customer_id: string) => {
  const about = { tenant_id: service.tenantId, customer_id, event_id: newId(), reason: 'moved', alerts: [] };
  const changes = { full_name: 'Another Name' };
  const when = { trigger_type: 'onboarding' as const, occurred_at: new Date().toISOString() };
  return service.commands.send(reportFindings, { ...about, ...when, changes });
};

describe('a change that two people agreed on', () => {
  const change = (name: 'kyc' | 'erasure', customer_id: string, reviewed: string) => {
    const about = { tenant_id: service.tenantId, customer_id, reviewed, reason: 'agreed' };
    const by = { actor_type: 'staff' as const, actor: `staff:${BY.officer_id}` };
    return name === 'kyc'
      ? service.commands.send(changeKycStatus, { ...about, ...by, to: 'rejected' })
      : service.commands.send(requestErasure, { ...about, ...BY, relationship_ended_on: '2026-01-31' });
  };

  it.each(['kyc', 'erasure'] as const)('is made if the customer is as it was reviewed: %s', async (name) => {
    const { id } = await service.create();
    const reviewed = await seen(id);
    await change(name, id, reviewed);
    const after = await seen(id);
    expect(after).not.toBe(reviewed);
    await change(name, id, reviewed); // delivered again
    expect(await seen(id)).toBe(after);
  });

  it.each(['kyc', 'erasure'] as const)('is not made if the customer has changed since: %s', async (name) => {
    const { id } = await service.create();
    const reviewed = await seen(id);
    await move(id);
    const before = await seen(id);
    await expect(change(name, id, reviewed)).rejects.toMatchObject(OUTDATED);
    expect(await seen(id)).toBe(before);
  });

  it('closes an alert only in the status that was reviewed', async () => {
    const { id } = await service.create();
    const [first, second] = (await service.raise(id, aScreeningAlert(), aScreeningAlert())) as [string, string];
    const decision = (alert_id: string) => ({ tenant_id: service.tenantId, alert_id, ...BY });
    const reviewed = canonicalHash({ status: 'open' });
    const resolution = 'confirmed_match' as const;
    for (const alert_id of [first, second]) await service.commands.send(escalateAlert, decision(alert_id));
    const outdated = [
      service.commands.send(dismissAlert, { ...decision(first), reviewed }),
      service.commands.send(resolveAlert, { ...decision(second), reviewed, resolution }),
    ];
    for (const result of await Promise.allSettled(outdated)) expect(result).toMatchObject({ reason: OUTDATED });
    const now = canonicalHash({ status: 'escalated' });
    const dismissed = await service.commands.send(dismissAlert, { ...decision(first), reviewed: now });
    expect(dismissed).toMatchObject({ status: 'dismissed' });
  });
});
