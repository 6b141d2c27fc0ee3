import type { KycStatus } from '@probity/contracts/customers/profile';
import { KYC_STATUSES } from '@probity/contracts/customers/words';
import type { KycFindings } from './kyc-checks';

/** Who moves a KYC status: Probity's own checks, a person, or an identity provider. */
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
 * Every allowed change of a KYC status; no other change is allowed. The native checks see only what
 * the institution states about its customer. So they can request a review and expire an approval, and
 * never approve or reject. An institution that verifies identities itself counts as a provider.
 */
export const KYC_TRANSITIONS: readonly KycTransition[] = [
  { from: 'pending', to: 'in_review', by: ALL, why: 'the identity data can be looked at, or needs to be' },
  { from: 'pending', to: 'approved', by: DECIDERS, why: 'the identity was verified' },
  { from: 'pending', to: 'rejected', by: DECIDERS, why: 'the identity was rejected' },
  { from: 'in_review', to: 'approved', by: DECIDERS, why: 'the identity was verified' },
  { from: 'in_review', to: 'rejected', by: DECIDERS, why: 'the identity was rejected' },
  { from: 'in_review', to: 'pending', by: DECIDERS, why: 'the customer has to hand something in' },
  { from: 'approved', to: 'expired', by: ALL, why: 'the documents or the verification have run out' },
  { from: 'approved', to: 'in_review', by: DECIDERS, why: 'something raised a doubt' },
  { from: 'approved', to: 'rejected', by: DECIDERS, why: 'the verification was withdrawn' },
  { from: 'expired', to: 'in_review', by: ALL, why: 'a valid document came in' },
  { from: 'expired', to: 'approved', by: DECIDERS, why: 'the identity was verified again' },
  { from: 'expired', to: 'rejected', by: DECIDERS, why: 'the identity was rejected' },
  {
    from: 'rejected',
    to: 'in_review',
    by: DECIDERS,
    why: 'the case is looked at again; nothing takes back a rejection without a look',
  },
];

/** Whether this actor may make this change. Keeping the status is not a change. */
export function mayMove(from: KycStatus, to: KycStatus, by: KycMover): boolean {
  return KYC_TRANSITIONS.some((move) => move.from === from && move.to === to && move.by.includes(by));
}

/** On the way to another status, a provider's decision neither approves nor rejects. */
const STOPOVERS = KYC_STATUSES.filter((status) => status !== 'approved' && status !== 'rejected');

/**
 * The statuses that lead to the decision of a provider, by the fewest allowed changes; the last one is `to`. A
 * rejection of a rejected customer is a decision of its own. Empty: the status is already `to`. Undefined: no allowed
 * changes lead to it.
 */
export function pathOfProvider(from: KycStatus, to: KycStatus): KycStatus[] | undefined {
  if (from === to) return to === 'rejected' ? [to] : [];
  if (mayMove(from, to, 'provider')) return [to];
  const over = STOPOVERS.find((status) => mayMove(from, status, 'provider') && mayMove(status, to, 'provider'));
  return over && [over, to];
}

/** The new status by the native checks, with the reason in plain words; undefined: no change. */
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
    // Staff are reviewing the customer or have decided. An approved customer whose data become inconsistent is
    // flagged and scored higher, not moved: the approver may have known, and the checks would overrule each approval.
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
    return { to: 'in_review', reason: `the identity data needs a look: ${failed.join('; ')}` };
  if (!complete) return undefined;
  const but = failed.length > 0 ? `, but ${failed.join('; ')}` : '';
  return { to: 'in_review', reason: `the identity data is complete and consistent${but}; it is not verified yet` };
}
