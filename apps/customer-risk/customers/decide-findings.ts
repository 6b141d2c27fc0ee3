import type { RequestOf } from '@probity/contracts/declaration/command';
import type { reportFindings } from '@probity/contracts/customers/commands';
import type { CustomerEvent, CustomerProfileChanged, TriggerType } from '@probity/contracts/customers/events';
import type { CustomerProfile, ProfileChanges } from '@probity/contracts/customers/profile';
import { institutionIn } from '@probity/contracts/staff/officer';
import { canonicalJson } from '@probity/platform/canonical-json';
import { derivedId } from '@probity/platform/ids';
import { changedProfile } from '@probity/read-side/customers/customer-view';
import { decideKyc, type KycTask, kycEvidence } from '../kyc/decide-kyc';
import type { ReportedSignal } from '../kyc/provider-decisions';
import { type CustomerState, evolveCustomer } from './customer-state';

export type Findings = Pick<
  RequestOf<typeof reportFindings>,
  | 'event_id'
  | 'actor'
  | 'actor_name'
  | 'trigger_type'
  | 'changes'
  | 'kyc_status'
  | 'skip_kyc'
  | 'kyc_mode'
  | 'provider_kyc'
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
  const decided = decideKyc(after, task, now);
  const asks = Object.keys(findings.changes ?? {}).length > 0 || findings.kyc_status !== undefined;

  const events: CustomerEvent[] = [];
  if (isChange || (event_id !== undefined && (asks || decided.length > 0))) {
    const about = { customer_id: state.id, tenant_id: state.tenant_id };
    const by = institutionIn(findings);
    const data = { ...about, changes, ...(event_id !== undefined && { event_id }), ...by, changed_at: now };
    events.push({ type: 'CustomerProfileChanged', data });
  }
  events.push(...decided);
  return { events, kyc: kycEvidence(after, decided, task, now) };
}

/** The event that marks the findings of an ingested event as recorded. */
export interface FindingsMark {
  type: 'CustomerProfileChanged';
  data: CustomerProfileChanged;
}

export interface EarlierOutcome extends FindingsOutcome {
  /** the customer after it */
  state: CustomerState;
}

/**
 * Returns the outcome of findings that were recorded before.
 *
 * @param checked the customer after the mark
 * @param decided the events after the mark that were recorded with it
 */
export function earlierOutcome(
  checked: CustomerState,
  mark: FindingsMark,
  decided: CustomerEvent[],
  findings: Findings,
): EarlierOutcome {
  const { changes, changed_at } = mark.data;
  const task = kycTask(findings, Object.keys(changes).length > 0);
  return {
    events: [mark, ...decided],
    kyc: kycEvidence(checked, decided, task, changed_at),
    state: decided.reduce(evolveCustomer, checked),
  };
}

/** Whether the first event after those already found was recorded with the mark of the findings. */
export function isOfFindings({ type, data }: CustomerEvent, mark: FindingsMark, findings: Findings): boolean {
  if (type === 'ProviderSignalRecorded') return data.signal_id === reportedSignal(findings)?.signal_id;
  return type === 'KycStatusChanged' && data.changed_at === mark.data.changed_at && data.actor_type !== 'staff';
}

/** The causes that may change the KYC status. A change of a list or of the scoring model does not change it. */
const MOVING: TriggerType[] = ['onboarding', 'profile_change', 'transaction'];

function kycTask(findings: Findings, isChange: boolean): KycTask {
  const { trigger_type, kyc_status, skip_kyc: skip = false } = findings;
  const { kyc_mode = skip ? 'external' : 'native' } = findings;
  const reported = reportedSignal(findings);
  return {
    ...(kyc_status !== undefined && { supplied: kyc_status }),
    by: institutionIn(findings),
    mayMove: isChange || MOVING.includes(trigger_type),
    skip,
    keepsRejection: kyc_mode !== 'native',
    ...(reported && { reported }),
  };
}

/** What a provider returned for an ingested event is one signal, however often the event is processed. */
function reportedSignal({ event_id, provider_kyc }: Findings): ReportedSignal | undefined {
  if (!provider_kyc || event_id === undefined) return undefined;
  return { signal_id: derivedId(event_id, 'provider-kyc'), ...provider_kyc };
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
