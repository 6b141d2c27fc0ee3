import type { TimelineKind } from '@probity/contracts/customers/timeline';
import { KYC_STATUSES } from '@probity/contracts/customers/words';

/** The actions of the audit trail that a timeline shows, by kind. Events are no actions. */
const ACTIONS: Record<Exclude<TimelineKind, 'event'>, string[]> = {
  alert: ['alert.created'],
  decision: ['alert.resolved', 'alert.dismissed', 'alert.escalated'],
  handling: ['alert.assigned', 'alert.snoozed', 'alert.tagged'],
  case: [
    ...[
      'case.opened',
      'case.alerts_added',
      'case.note_added',
      'case.file_attached',
      'case.file_removed',
      'case.closed',
    ],
    ...['report.drafted', 'report.approved', 'report.discarded', 'report.filed'],
  ],
  kyc: KYC_STATUSES.map((status) => `kyc.${status}`),
  signal: ['provider_signal.recorded'],
  rating: ['risk.rating_changed'],
  profile: [
    'customer.created',
    'customer.profile_changed',
    'customer.counterparty_allowed',
    'customer.counterparty_allowance_ended',
    'customer.exported',
    'customer.erasure_requested',
    'customer.erasure_withdrawn',
    'customer.erased',
  ],
};

/** The kind of each action. */
export const KIND_OF_ACTION: ReadonlyMap<string, TimelineKind> = new Map(
  Object.entries(ACTIONS).flatMap(([kind, actions]) =>
    actions.map((action) => [action, kind as TimelineKind] as const),
  ),
);

export const actionsOf = (kinds: readonly TimelineKind[]): string[] =>
  kinds.flatMap((kind) => (kind === 'event' ? [] : ACTIONS[kind]));
