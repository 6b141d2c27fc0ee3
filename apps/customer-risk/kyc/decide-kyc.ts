import type { KycStatusChanged } from '@probity/contracts/customers/events';
import type { KycStatus } from '@probity/contracts/customers/profile';
import { checkIdentity } from '@probity/scoring/kyc-checks';
import { mayMove, nextKycStatus } from '@probity/scoring/kyc-transitions';
import type { CustomerState } from '../customers/customer-state';

/** The work of the KYC stage for a customer. */
export interface KycTask {
  /** the status that the institution gives for its customer */
  supplied?: KycStatus;
  /** whether the native checks may change the status */
  mayMove: boolean;
  /** true when the tenant uses an external provider for this stage; then nothing is checked here */
  skip: boolean;
}

/**
 * Checks the identity data and changes the status by allowed transitions: first to the status that the institution
 * gives, with the transitions that a provider may make, then to the result of the native checks.
 */
export function decideKyc(state: CustomerState, task: KycTask, now: string): KycStatusChanged[] {
  const about = { customer_id: state.id, tenant_id: state.tenant_id, changed_at: now };
  const moves: KycStatusChanged[] = [];
  let current = state.kyc_status;
  if (task.supplied !== undefined && isAccepted(current, task.supplied)) {
    const reason = 'the institution set this status in an onboarding event';
    const by = { actor_type: 'institution' as const, actor: 'institution' };
    moves.push({ ...about, from: current, to: task.supplied, reason, ...by });
    current = task.supplied;
  }
  if (task.mayMove && !task.skip) {
    const next = nextKycStatus(current, checkIdentity(state.profile, dayOf(now)));
    const by = { actor_type: 'system' as const, actor: 'system' };
    if (next) moves.push({ ...about, from: current, ...next, ...by });
  }
  return moves;
}

/**
 * The findings and effects of the stage, stored with their event. They are derived from stored data, so that they
 * can be reproduced.
 *
 * @param before the customer before the changes, with the checked profile
 */
export function kycEvidence(
  before: CustomerState,
  moves: KycStatusChanged[],
  { supplied, skip }: KycTask,
  at: string,
): Record<string, unknown> {
  const from = before.kyc_status;
  return {
    mode: skip ? 'skipped' : 'native',
    from,
    to: moves.at(-1)?.to ?? from,
    moves: moves.map((move) => ({ from: move.from, to: move.to, reason: move.reason, actor_type: move.actor_type })),
    ...(supplied !== undefined && { supplied: suppliedEvidence(from, supplied) }),
    ...(!skip && { ...checkIdentity(before.profile, dayOf(at)) }),
  };
}

function suppliedEvidence(from: KycStatus, supplied: KycStatus) {
  if (isAccepted(from, supplied)) return { kyc_status: supplied, accepted: true, reason: 'the transition is allowed' };
  const reason =
    from === supplied
      ? `the status is already ${from}`
      : `ignored: an event may not change the status from ${from} to ${supplied}`;
  return { kyc_status: supplied, accepted: false, reason };
}

const isAccepted = (from: KycStatus, to: KycStatus): boolean => mayMove(from, to, 'provider');
const dayOf = (at: string): string => at.slice(0, 10);
