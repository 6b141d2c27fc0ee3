import type {
  CustomerEvent,
  KycStatusChanged,
  ProviderKyc,
  ProviderSignalRecorded,
  SignalEffect,
} from '@probity/contracts/customers/events';
import type { KycStatus } from '@probity/contracts/customers/profile';
import { pathOfProvider } from '@probity/scoring/kyc-transitions';

/** A signal of a provider before it is recorded. */
export type ReportedSignal = Omit<ProviderSignalRecorded, 'customer_id' | 'tenant_id' | 'effect' | 'recorded_at'>;

/** The decision of a provider on an identity. */
export type ProviderDecision = Pick<ProviderSignalRecorded, 'signal_id' | 'plugin' | 'occurred_at'> & {
  kyc: ProviderKyc;
};

/** What decides on the KYC status when a signal arrives. */
export interface ProviderDecisions {
  /** the status that staff decided last, else that of the creation */
  status: KycStatus;
  /** when staff decided it; empty if they never did */
  decided_at: string;
  /** the decisions of providers since then, oldest first by the provider's time */
  since: ProviderDecision[];
}

/** The state of a customer that decides on the effect of a signal. */
interface Identity {
  id: string;
  tenant_id: string;
  kyc_status: KycStatus;
  provider_decisions: ProviderDecisions | undefined;
}

export const decisionsAtCreation = (status: KycStatus): ProviderDecisions => ({ status, decided_at: '', since: [] });

/** @param since in any order */
export const providerDecisions = (
  status: KycStatus,
  decided_at: string,
  since: ProviderDecision[],
): ProviderDecisions => ({ status, decided_at, since: since.toSorted(byTime) });

/** A decision of staff ends the effect of all earlier signals. */
export function decidedByStaff({ to, changed_at }: KycStatusChanged, before: ProviderDecisions): ProviderDecisions {
  // The clock of another instance may be behind: an earlier signal stays without effect.
  const decided_at = changed_at > before.decided_at ? changed_at : before.decided_at;
  return { status: to, decided_at, since: before.since.filter(({ occurred_at }) => occurred_at >= decided_at) };
}

export function decidedByProvider(signal: ProviderSignalRecorded, decisions: ProviderDecisions): ProviderDecisions {
  if (!isDecision(signal) || signal.occurred_at < decisions.decided_at) return decisions;
  return { ...decisions, since: [...decisions.since, signal].sort(byTime) };
}

/**
 * Records a signal with the changes of the KYC status that follow from it. The status is the result of all decisions
 * of providers since the last decision of staff, in the order of the provider's time. Signals can therefore arrive in
 * any order, and end with the same status.
 */
export function decideSignal(state: Identity, signal: ReportedSignal, now: string): CustomerEvent[] {
  const { id: customer_id, tenant_id } = state;
  const occurred_at = new Date(signal.occurred_at).toISOString();
  const reported = { ...signal, occurred_at };
  const { effect, moves } = effectOf(state, reported);
  const recorded = { customer_id, tenant_id, ...reported, effect, recorded_at: now };
  return [
    { type: 'ProviderSignalRecorded', data: recorded },
    ...moves.map((move): CustomerEvent => ({
      type: 'KycStatusChanged',
      data: { customer_id, tenant_id, ...move, actor_type: 'provider', changed_at: now },
    })),
  ];
}

type Move = Pick<KycStatusChanged, 'from' | 'to' | 'reason' | 'actor' | 'signal_id'>;

function effectOf(state: Identity, signal: ReportedSignal): { effect: SignalEffect; moves: Move[] } {
  if (!state.provider_decisions) throw new Error(`the decisions of providers on customer ${state.id} were not read`);
  const { status, decided_at, since } = state.provider_decisions;
  if (!isDecision(signal)) return { effect: 'no_decision', moves: [] };
  if (signal.occurred_at < decided_at) return { effect: 'overruled', moves: [] };

  const newer = since.filter((other) => byTime(other, signal) > 0);
  const older = since.filter((other) => byTime(other, signal) < 0);
  const moves = movesOf(state.kyc_status, [signal, ...newer]);
  const end = moves.at(-1)?.to ?? state.kyc_status;
  if (newer.length > 0) {
    const before = statusAfter(status, [...older, ...newer]);
    const after = statusAfter(status, [...older, signal, ...newer]);
    if (before === after || end === state.kyc_status) return { effect: 'superseded', moves: [] };
  }
  if (moves.length > 0) return { effect: 'changed', moves };
  return { effect: end === signal.kyc.status ? 'unchanged' : 'not_allowed', moves };
}

/** The changes by these decisions, one after the other. A decision that no allowed change leads to has none. */
function movesOf(status: KycStatus, decisions: ProviderDecision[]): Move[] {
  const moves: Move[] = [];
  let from = status;
  for (const { signal_id, plugin: actor, kyc } of decisions) {
    for (const to of pathOfProvider(from, kyc.status) ?? []) {
      moves.push({ from, to, reason: kyc.reason, actor, signal_id });
      from = to;
    }
  }
  return moves;
}

const statusAfter = (status: KycStatus, decisions: ProviderDecision[]): KycStatus =>
  movesOf(status, decisions).at(-1)?.to ?? status;

/** Of decisions at the same time, the more cautious one counts as the later one. */
const CAUTION: Record<ProviderKyc['status'], number> = {
  approved: 0,
  pending: 1,
  in_review: 2,
  expired: 3,
  rejected: 4,
};

/** By the provider's time, then by caution. The ids only make the order complete. */
function byTime(a: ProviderDecision, b: ProviderDecision): number {
  const [first, second] = [a, b].map(
    ({ occurred_at, kyc, signal_id }) => `${occurred_at} ${CAUTION[kyc.status]} ${signal_id}`,
  );
  return first! < second! ? -1 : first! > second! ? 1 : 0;
}

const isDecision = <Signal extends { kyc?: ProviderKyc }>(signal: Signal): signal is Signal & { kyc: ProviderKyc } =>
  signal.kyc !== undefined;
