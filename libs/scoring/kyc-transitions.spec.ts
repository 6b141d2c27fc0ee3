import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import { KYC_STATUSES } from '@probity/contracts/customers/words';
import fc from 'fast-check';
import { checkIdentity } from './kyc-checks';
import { KYC_TRANSITIONS, mayMove, nextKycStatus } from './kyc-transitions';
import { scoringInput } from './testing/arbitrary-input';
import { anna, AS_OF, bareIndividual } from './testing/customers';

const next = (status: KycStatus, profile: CustomerProfile) => nextKycStatus(status, checkIdentity(profile, AS_OF))?.to;
const [passport] = anna.identity_documents;
const expired = { ...anna, identity_documents: [{ ...passport!, expires_on: '2026-01-31' }] };
const renewed = { ...anna, identity_documents: [...expired.identity_documents, passport!] };
const contradictory = { ...anna, nationality: 'FR' };
const child = { ...anna, date_of_birth: '2015-06-01' };

describe('the actors that may change a KYC status', () => {
  it.each([
    ['pending', 'in_review', ['native', 'staff', 'provider']],
    ['pending', 'approved', ['staff', 'provider']],
    ['in_review', 'approved', ['staff', 'provider']],
    ['in_review', 'pending', ['staff', 'provider']],
    ['approved', 'expired', ['native', 'staff', 'provider']],
    ['approved', 'in_review', ['staff', 'provider']],
    ['expired', 'in_review', ['native', 'staff', 'provider']],
    ['rejected', 'in_review', ['staff', 'provider']],
    ['rejected', 'approved', []],
    ['approved', 'pending', []],
    ['approved', 'approved', []],
  ] satisfies [KycStatus, KycStatus, string[]][])('%s to %s: %j', (from, to, by) => {
    expect((['native', 'staff', 'provider'] as const).filter((who) => mayMove(from, to, who))).toEqual(by);
  });

  it('lets a provider reject from every other status', () => {
    for (const from of KYC_STATUSES) expect(mayMove(from, 'rejected', 'provider')).toBe(from !== 'rejected');
  });

  it('lets the native checks neither approve nor reject a customer', () => {
    const native = KYC_TRANSITIONS.filter((move) => move.by.includes('native')).map((move) => move.to);
    expect(native).not.toContain('approved');
    expect(native).not.toContain('rejected');
  });
});

describe('changes of the KYC status by the native checks', () => {
  it.each([
    ['pending', 'complete data', anna, 'in_review'],
    ['pending', 'missing data', bareIndividual, undefined],
    ['pending', 'data that contradicts itself', contradictory, 'in_review'],
    ['pending', 'a minor', child, 'in_review'],
    ['pending', 'missing and contradictory data', { ...bareIndividual, full_name: '123' }, 'in_review'],
    ['pending', 'only an expired document', expired, 'in_review'],
    ['in_review', 'complete data', anna, undefined],
    ['in_review', 'only an expired document', expired, undefined],
    ['approved', 'complete data', anna, undefined],
    ['approved', 'only an expired document', expired, 'expired'],
    ['approved', 'one document expired and one not', renewed, undefined],
    ['approved', 'no document at all', { ...anna, identity_documents: [] }, undefined],
    ['approved', 'data that contradicts itself', contradictory, undefined],
    ['expired', 'only an expired document', expired, undefined],
    ['expired', 'a new document', renewed, 'in_review'],
    ['expired', 'no document at all', { ...anna, identity_documents: [] }, undefined],
    ['rejected', 'complete data', anna, undefined],
  ] satisfies [KycStatus, string, CustomerProfile, KycStatus | undefined][])(
    '%s, with %s',
    (status, _with, profile, to) => expect(next(status, profile)).toBe(to),
  );

  it('have a reason', () => {
    expect(nextKycStatus('pending', checkIdentity(child, AS_OF))?.reason).toBe(
      'the identity data needs a review: the customer is 11 years old; the minimum age is 18',
    );
    expect(nextKycStatus('approved', checkIdentity(expired, AS_OF))?.reason).toBe(
      'every document has expired: passport of DE, expired on 2026-01-31',
    );
    expect(nextKycStatus('pending', checkIdentity(expired, AS_OF))?.reason).toBe(
      'the identity data is complete and consistent, but every document has expired: passport of DE, expired on ' +
        '2026-01-31; it is not verified yet',
    );
  });

  it('are always allowed for them, and end in a stable status', () => {
    fc.assert(
      fc.property(scoringInput, ({ profile, kyc_status }) => {
        const findings = checkIdentity(profile, AS_OF);
        const first = nextKycStatus(kyc_status, findings);
        if (!first) return;
        expect(mayMove(kyc_status, first.to, 'native')).toBe(true);
        expect(nextKycStatus(first.to, findings)).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });
});
