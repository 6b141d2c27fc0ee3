import { isDeepStrictEqual } from 'node:util';
import type { AlertHandled } from '@probity/contracts/alerts/events';
import { type Officer, officerIn } from '@probity/contracts/staff/officer';
import { invalid } from '@probity/platform/errors';
import type { AlertState } from './alert-state';

/** Who is given an alert; null: it is taken from its member of staff. */
export interface Assignment {
  assignee: string | null;
  assignee_id: string | null;
  /** true: only if no other member of staff has it */
  if_unassigned?: boolean;
  /** only if this account has it; otherwise nothing changes */
  if_assigned_to?: string;
}

const MAX_SNOOZE_MS = 366 * 86_400_000;

/**
 * The event of the assignment; undefined when nothing changes.
 *
 * @throws Refusal `alert_closed` or `alert_assigned`
 */
export function assign(state: AlertState, to: Assignment, by: Officer, now: string): AlertHandled | undefined {
  const { assignee, assignee_id, if_unassigned, if_assigned_to } = to;
  if (state.assignee_id === assignee_id) return undefined;
  if (if_assigned_to !== undefined && state.assignee_id !== if_assigned_to) return undefined;
  refuseClosed(state);
  if (if_unassigned && state.assignee_id !== null) {
    throw invalid('alert_assigned', `alert ${state.raised.alert_id} is assigned to another member of staff`);
  }
  return { type: 'AlertAssigned', data: { ...about(state, by), assignee, assignee_id, assigned_at: now } };
}

/**
 * The event that puts the alert off until a time, or with null no longer; undefined when nothing changes:
 * a repeated command has one effect.
 *
 * @throws Refusal `alert_closed` or `invalid_field`
 */
export function snooze(
  state: AlertState,
  { until, reason }: { until: string | null; reason: string },
  by: Officer,
  now: string,
): AlertHandled | undefined {
  const isNew = state.snoozed_until !== until || (until !== null && state.snooze_reason !== reason);
  if (!isNew) return undefined;
  refuseClosed(state);
  const ahead = until === null ? 0 : Date.parse(until) - Date.parse(now);
  if (until !== null && !(ahead > 0 && ahead <= MAX_SNOOZE_MS)) {
    throw invalid('invalid_field', `until must be after now (${now}), and at most 366 days after it`);
  }
  return { type: 'AlertSnoozed', data: { ...about(state, by), until, reason, snoozed_at: now } };
}

/** The event that replaces the tags; undefined when nothing changes. Closed alerts have tags too: reports count them. */
export function tag(state: AlertState, tags: readonly string[], by: Officer, now: string): AlertHandled | undefined {
  const sorted = [...new Set(tags)].sort();
  if (isDeepStrictEqual(sorted, state.tags)) return undefined;
  return { type: 'AlertTagged', data: { ...about(state, by), tags: sorted, tagged_at: now } };
}

function refuseClosed({ raised, status }: AlertState): void {
  if (status === 'open' || status === 'escalated') return;
  throw invalid('alert_closed', `alert ${raised.alert_id} was ${status}; a closed alert stays closed`);
}

const about = ({ raised: { alert_id, tenant_id, customer_id } }: AlertState, by: Officer) => ({
  alert_id,
  tenant_id,
  customer_id,
  ...officerIn(by),
});
