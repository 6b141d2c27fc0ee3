import type { ActorType, KycStatusChanged } from '@probity/contracts/customers/events';
import type { KycStatus } from '@probity/contracts/customers/profile';
import { invalid } from '@probity/platform/errors';
import { type KycMover, mayMove } from '@probity/scoring/kyc-transitions';
import type { CustomerState } from '../customers/customer-state';

export interface KycChange {
  to: KycStatus;
  reason: string;
  actor_type: ActorType;
  /** the account of the officer, or the name of the provider */
  actor: string;
  actor_name?: string;
}

/** An institution passes on the result of its provider, so it may make the transitions of a provider. */
const movers: Record<ActorType, KycMover> = {
  staff: 'staff',
  provider: 'provider',
  institution: 'provider',
  system: 'native',
};

/**
 * The requested change; undefined when the status is already set.
 *
 * @throws Refusal `kyc_transition_not_allowed`
 */
export function decideKycChange(state: CustomerState, change: KycChange, now: string): KycStatusChanged | undefined {
  const { id: customer_id, tenant_id, kyc_status: from } = state;
  const { to, reason, actor_type, actor, actor_name } = change;
  if (from === to) return undefined;
  if (!mayMove(from, to, movers[actor_type])) {
    throw invalid('kyc_transition_not_allowed', `${actor_type} may not change kyc_status from ${from} to ${to}`);
  }
  return {
    customer_id,
    tenant_id,
    from,
    to,
    reason,
    actor_type,
    actor,
    ...(actor_name !== undefined && { actor_name }),
    changed_at: now,
  };
}
