import type { CustomerEvent, KycStatusChanged, ProviderSignalRecorded } from '@probity/contracts/customers/events';
import type { KycStatus } from '@probity/contracts/customers/profile';
import type { Actor } from '@probity/contracts/staff/officer';
import { checkIdentity } from '@probity/scoring/kyc-checks';
import { mayMove, nextKycStatus } from '@probity/scoring/kyc-transitions';
import { type CustomerState, evolveCustomer } from '../customers/customer-state';
import { decideSignal, type ReportedSignal } from './provider-decisions';

/** The work of the KYC stage for a customer. */
export interface KycTask {
  /** the status that the institution gives for its customer */
  supplied?: KycStatus;
  /** the key of the institution, if it is known */
  by?: Partial<Actor>;
  /** whether the native checks may change the status */
  mayMove: boolean;
  /** true when the tenant uses an external provider for this stage; then nothing is checked here */
  skip: boolean;
  /** a provider runs this stage: only it and staff take back its rejection */
  keepsRejection: boolean;
  /** what the provider returned */
  reported?: ReportedSignal;
}

/**
 * Checks the identity data and changes the status by allowed transitions: first to the status that the institution
 * gives, with the transitions that a provider may make, then by the decision of the provider, then to the result of
 * the native checks.
 */
export function decideKyc(state: CustomerState, task: KycTask, now: string): CustomerEvent[] {
  const events: CustomerEvent[] = [];
  let current = state;
  const add = (...more: CustomerEvent[]) => {
    events.push(...more);
    current = more.reduce(evolveCustomer, current);
  };
  const change = ({ id: customer_id, tenant_id, kyc_status: from }: CustomerState, move: Decided): CustomerEvent => ({
    type: 'KycStatusChanged',
    data: { customer_id, tenant_id, from, ...move, changed_at: now },
  });
  if (task.supplied !== undefined && !whyIgnored(state, task, task.supplied)) {
    const reason = 'the institution set this status in an onboarding event';
    add(change(current, { to: task.supplied, reason, actor_type: 'institution', actor: 'institution', ...task.by }));
  }
  if (task.reported) add(...decideSignal(current, task.reported, now));
  if (task.mayMove && !task.skip) {
    const next = nextKycStatus(current.kyc_status, checkIdentity(state.profile, dayOf(now)));
    if (next) add(change(current, { ...next, actor_type: 'system', actor: 'system' }));
  }
  return events;
}

type Decided = Pick<KycStatusChanged, 'to' | 'reason' | 'actor_type' | 'actor' | 'actor_name'>;

/**
 * The findings and effects of the stage, stored with their event. They are derived from stored data, so that they
 * can be reproduced.
 *
 * @param before the customer before the changes, with the checked profile
 */
export function kycEvidence(
  before: CustomerState,
  events: CustomerEvent[],
  task: KycTask,
  at: string,
): Record<string, unknown> {
  const { supplied, skip } = task;
  const from = before.kyc_status;
  const moves = events.flatMap(({ type, data }) => (type === 'KycStatusChanged' ? [data] : []));
  const signals = events.flatMap(({ type, data }) => (type === 'ProviderSignalRecorded' ? [data] : []));
  return {
    mode: skip ? 'skipped' : 'native',
    from,
    to: moves.at(-1)?.to ?? from,
    moves: moves.map((move) => ({ from: move.from, to: move.to, reason: move.reason, actor_type: move.actor_type })),
    ...(supplied !== undefined && { supplied: suppliedEvidence(before, task, supplied) }),
    ...(signals[0] && { provider: signalEvidence(signals[0]) }),
    ...(!skip && { ...checkIdentity(before.profile, dayOf(at)) }),
  };
}

const signalEvidence = ({
  signal_id,
  plugin,
  plugin_version,
  kyc,
  effect,
  payload_sha256,
}: ProviderSignalRecorded) => ({
  signal_id,
  plugin,
  plugin_version,
  kyc_status: kyc?.status,
  effect,
  payload_sha256,
});

function suppliedEvidence(before: CustomerState, task: KycTask, kyc_status: KycStatus) {
  const ignored = whyIgnored(before, task, kyc_status);
  return { kyc_status, accepted: ignored === undefined, reason: ignored ?? 'the transition is allowed' };
}

/** Why the status that the institution gives is not set; undefined: it is. */
function whyIgnored(
  { kyc_status: from, kyc_decided_by }: CustomerState,
  { keepsRejection }: KycTask,
  supplied: KycStatus,
): string | undefined {
  if (from === supplied) return `the status is already ${from}`;
  if (keepsRejection && from === 'rejected' && kyc_decided_by === 'provider')
    return 'ignored: a provider rejected the customer; only the provider and staff may change that while it runs the KYC stage';
  if (!mayMove(from, supplied, 'provider'))
    return `ignored: an event may not change the status from ${from} to ${supplied}`;
  return undefined;
}

const dayOf = (at: string): string => at.slice(0, 10);
