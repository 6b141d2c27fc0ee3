import type { KycStatus } from '@probity/contracts/customers/profile';
import type { KycFindings } from './kyc-checks';

/** Who changes a KYC status: Probity's own checks (`native`), an officer (`staff`), or an identity provider. */
export type KycMover = 'native' | 'staff' | 'provider';

interface KycTransition {
  from: KycStatus;
  to: KycStatus;
  by: readonly KycMover[];
  why: string;
}

const DECIDERS: readonly KycMover[] = ['staff', 'provider'];
const ALL: readonly KycMover[] = ['native', ...DECIDERS];

/**
 * All allowed changes of a KYC status. The native checks only see the data that the institution states about its
 * customer. So they can request a review and expire an approval, but never approve or reject. An institution that
 * verifies identities itself counts as a provider.
 */
export const KYC_TRANSITIONS: readonly KycTransition[] = [
  { from: 'pending', to: 'in_review', by: ALL, why: 'the identity data is ready for a review, or needs one' },
  { from: 'pending', to: 'approved', by: DECIDERS, why: 'the identity was verified' },
  { from: 'pending', to: 'rejected', by: DECIDERS, why: 'the identity was rejected' },
  { from: 'in_review', to: 'approved', by: DECIDERS, why: 'the identity was verified' },
  { from: 'in_review', to: 'rejected', by: DECIDERS, why: 'the identity was rejected' },
  { from: 'in_review', to: 'pending', by: DECIDERS, why: 'the customer has to provide more data' },
  { from: 'approved', to: 'expired', by: ALL, why: 'the documents or the verification have expired' },
  { from: 'approved', to: 'in_review', by: DECIDERS, why: 'there are doubts about the identity' },
  { from: 'approved', to: 'rejected', by: DECIDERS, why: 'the verification was withdrawn' },
  { from: 'expired', to: 'in_review', by: ALL, why: 'a valid document was provided' },
  { from: 'expired', to: 'approved', by: DECIDERS, why: 'the identity was verified again' },
  { from: 'expired', to: 'rejected', by: DECIDERS, why: 'the identity was rejected' },
  {
    from: 'rejected',
    to: 'in_review',
    by: DECIDERS,
    why: 'the case is reviewed again; a rejection cannot be withdrawn without a review',
  },
];

/** Returns whether an actor may make a change of status. Keeping the same status is not a change. */
export function mayMove(from: KycStatus, to: KycStatus, by: KycMover): boolean {
  return KYC_TRANSITIONS.some((move) => move.from === from && move.to === to && move.by.includes(by));
}

/** Returns the new status by the native checks, with the reason for officers. Undefined if the status stays. */
export function nextKycStatus(
  current: KycStatus,
  findings: KycFindings,
): { to: KycStatus; reason: string } | undefined {
  const expiry = findings.checks.find((check) => check.check === 'document_expiry');
  switch (current) {
    case 'pending':
      return review(findings);
    case 'approved':
      return expiry?.result === 'fail' ? { to: 'expired', reason: expiry.detail } : undefined;
    case 'expired':
      return expiry?.result === 'pass' ? { to: 'in_review', reason: 'a document is valid again' } : undefined;
    // In these states, officers are reviewing the customer or have decided. For the same reason, `approved` stays if the
    // data becomes inconsistent: otherwise the checks would overrule each approval. Such a customer is flagged and scored
    // higher.
    case 'in_review':
    case 'rejected':
      return undefined;
  }
}

function review({
  checks,
  complete,
  consistent,
  underage,
}: KycFindings): { to: KycStatus; reason: string } | undefined {
  const failed = checks.filter((check) => check.result === 'fail').map((check) => check.detail);
  if (underage || !consistent)
    return { to: 'in_review', reason: `the identity data needs a review: ${failed.join('; ')}` };
  if (!complete) return undefined;
  const but = failed.length > 0 ? `, but ${failed.join('; ')}` : '';
  return { to: 'in_review', reason: `the identity data is complete and consistent${but}; it is not verified yet` };
}
