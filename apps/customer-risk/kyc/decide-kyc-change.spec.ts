import type { KycStatus } from '@probity/contracts/customers/profile';
import { aCustomer, CUSTOMER_ID, NOW, stateOf, TENANT_ID } from '../testing/examples';
import { decideKycChange, type KycChange } from './decide-kyc-change';

const change = (to: KycStatus, by: Partial<KycChange> = {}): KycChange => ({
  to,
  reason: 'documents seen',
  actor_type: 'staff',
  actor: 'j.smith',
  ...by,
});

describe('changing a KYC status', () => {
  it('makes an allowed transition, and records the officer and the reason', () => {
    expect(decideKycChange(stateOf(aCustomer({}, 'in_review')), change('approved'), NOW)).toEqual({
      customer_id: CUSTOMER_ID,
      tenant_id: TENANT_ID,
      from: 'in_review',
      to: 'approved',
      reason: 'documents seen',
      actor_type: 'staff',
      actor: 'j.smith',
      changed_at: NOW,
    });
  });

  it('changes nothing when the status is already set', () => {
    expect(decideKycChange(stateOf(aCustomer({}, 'approved')), change('approved'), NOW)).toBeUndefined();
  });

  it.each<[KycStatus, KycChange]>([
    ['rejected', change('approved')],
    ['pending', change('approved', { actor_type: 'system', actor: 'system' })],
  ])('rejects a transition that is not allowed: from %s', (from, to) => {
    expect(() => decideKycChange(stateOf(aCustomer({}, from)), to, NOW)).toThrow(
      expect.objectContaining({ kind: 'invalid', code: 'kyc_transition_not_allowed' }),
    );
  });

  it.each<KycStatus>(['pending', 'in_review', 'approved', 'expired'])('lets a provider reject from %s', (from) => {
    const rejected = decideKycChange(
      stateOf(aCustomer({}, from)),
      change('rejected', { actor_type: 'provider', actor: 'sumsub' }),
      NOW,
    );
    expect(rejected).toMatchObject({ from, to: 'rejected' });
  });
});
