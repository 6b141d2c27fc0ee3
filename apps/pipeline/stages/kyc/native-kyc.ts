import { checkIdentity } from '@probity/scoring/kyc-checks';
import { nextKycStatus } from '@probity/scoring/kyc-transitions';
import type { KycStage } from './kyc-stage';

/** Checks the customer's data; customer-risk sets the status. */
export const nativeKyc: KycStage = {
  reported: {},
  check({ at, customer: { profile, kyc_status } }) {
    const findings = checkIdentity(profile, new Date(at).toISOString().slice(0, 10));
    const next = nextKycStatus(kyc_status, findings);
    const failing = findings.checks.filter(({ result }) => result !== 'pass');
    const result = !findings.consistent ? 'inconsistent' : findings.complete ? 'complete' : 'incomplete';
    return Promise.resolve({
      stage: {
        stage: 'kyc',
        mode: 'native',
        result,
        evidence: {
          kyc_status,
          ...(failing.length > 0
            ? { failing: failing.map(({ check, field, result: was }) => ({ check, field, result: was })) }
            : {}),
          ...(next ? { moves_to: next.to, because: next.reason } : {}),
        },
      },
      mustMove: next !== undefined,
      alerts: [],
      reported: {},
    });
  },
};
