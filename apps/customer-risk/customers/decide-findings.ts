import type { RequestOf } from '@probity/contracts/declaration/command';
import type { reportFindings } from '@probity/contracts/customers/commands';
import type { CustomerEvent, KycStatusChanged, TriggerType } from '@probity/contracts/customers/events';
import type { CustomerProfile, ProfileChanges } from '@probity/contracts/customers/profile';
import { canonicalJson } from '@probity/platform/canonical-json';
import { changedProfile } from '@probity/read-side/customers/customer-view';
import { decideKyc, type KycTask, kycEvidence } from '../kyc/decide-kyc';
import { fold } from '@probity/event-store/aggregate';
import { CUSTOMER, type CustomerState } from './customer-state';

export type Findings = Pick<
  RequestOf<typeof reportFindings>,
  'event_id' | 'trigger_type' | 'changes' | 'kyc_status' | 'skip_kyc'
>;

export interface FindingsOutcome {
  events: CustomerEvent[];
  /** the findings and effects of the KYC stage */
  kyc: Record<string, unknown>;
}

/**
 * The changes that findings make to a customer: its profile, then its KYC status.
 *
 * If the findings come from an ingested event and request a change, a CustomerProfileChanged with the id of the event
 * is recorded even if nothing differs. When the same findings arrive again after later ones, the id identifies them,
 * so that they do not undo the later changes.
 */
export function decideFindings(state: CustomerState, findings: Findings, now: string): FindingsOutcome {
  const { event_id } = findings;
  const changes = differing(state.profile, findings.changes ?? {});
  const isChange = Object.keys(changes).length > 0;
  const after = { ...state, profile: changedProfile(state.profile, changes) };
  const task = kycTask(findings, isChange);
  const moves = decideKyc(after, task, now);
  const asks = Object.keys(findings.changes ?? {}).length > 0 || findings.kyc_status !== undefined;

  const events: CustomerEvent[] = [];
  if (isChange || (event_id !== undefined && (asks || moves.length > 0))) {
    const about = { customer_id: state.id, tenant_id: state.tenant_id };
    const data = { ...about, changes, ...(event_id !== undefined && { event_id }), changed_at: now };
    events.push({ type: 'CustomerProfileChanged', data });
  }
  for (const data of moves) events.push({ type: 'KycStatusChanged', data });
  return { events, kyc: kycEvidence(after, moves, task, now) };
}

/**
 * Returns the outcome of the same findings if they arrived before and were recorded; otherwise undefined.
 *
 * @param history all events of the customer
 */
export function earlierOutcome(
  history: CustomerEvent[],
  findings: Findings,
): (FindingsOutcome & { state: CustomerState }) | undefined {
  if (findings.event_id === undefined) return undefined;
  const at = history.findIndex(
    ({ type, data }) => type === 'CustomerProfileChanged' && data.event_id === findings.event_id,
  );
  const mark = history[at];
  if (mark?.type !== 'CustomerProfileChanged') return undefined;
  const { changes, changed_at } = mark.data;
  const moves: KycStatusChanged[] = [];
  for (const { type, data } of history.slice(at + 1)) {
    if (type !== 'KycStatusChanged' || data.changed_at !== changed_at || data.actor_type === 'staff') break;
    moves.push(data);
  }
  const events = history.slice(at, at + 1 + moves.length);
  const checked = fold(CUSTOMER, history.slice(0, at + 1))!;
  const task = kycTask(findings, Object.keys(changes).length > 0);
  return {
    events,
    kyc: kycEvidence(checked, moves, task, changed_at),
    state: fold(CUSTOMER, history.slice(0, at + events.length))!,
  };
}

/** The causes that may change the KYC status. A change of a list or of the scoring model does not change it. */
const MOVING: TriggerType[] = ['onboarding', 'profile_change', 'transaction'];

function kycTask({ trigger_type, kyc_status, skip_kyc }: Findings, isChange: boolean): KycTask {
  return {
    ...(kyc_status !== undefined && { supplied: kyc_status }),
    mayMove: isChange || MOVING.includes(trigger_type),
    skip: skip_kyc ?? false,
  };
}

/** The fields whose value changes. */
function differing(profile: CustomerProfile, changes: ProfileChanges): ProfileChanges {
  const fields = Object.entries(changes).filter(([field, value]) => {
    if (value === undefined) return false;
    const present = profile[field as keyof CustomerProfile];
    return present === undefined || canonicalJson(present) !== canonicalJson(value);
  });
  return Object.fromEntries(fields);
}
