import type { AlertsAddedToCase, CaseClosed, CaseNoteAdded, CaseOutcome } from '@probity/contracts/cases/events';
import { invalid } from '@probity/platform/errors';
import type { CaseState } from './case-state';
import { isSameOfficer, type Officer, officerIn } from '@probity/contracts/staff/officer';

interface SaidBy {
  by: Officer;
  /** the reason or the note */
  text: string;
}

/**
 * Adds alerts to a case; undefined when all of them are already in it.
 *
 * @throws Refusal `case_closed`
 */
export function decideMoreAlerts(
  state: CaseState,
  alertIds: string[],
  { by, text }: SaidBy,
  now: string,
): AlertsAddedToCase | undefined {
  const alert_ids = [...new Set(alertIds)].filter((id) => !state.alert_ids.includes(id));
  if (alert_ids.length === 0) return undefined;
  refuseIfClosed(state);
  return { ...about(state), ...officerIn(by), alert_ids, reason: text, added_at: now };
}

/**
 * Adds a note; undefined when the case has the same note of the same officer, so that a repeated command adds nothing.
 *
 * @throws Refusal `case_closed`
 */
export function decideNote(state: CaseState, { by, text }: SaidBy, now: string): CaseNoteAdded | undefined {
  if (state.entries.some((entry) => entry.what === 'note' && entry.text === text && isSameOfficer(entry, by))) {
    return undefined;
  }
  refuseIfClosed(state);
  return { ...about(state), ...officerIn(by), note: text, added_at: now };
}

/**
 * Closes a case; undefined when the same officer has already closed it in the same way.
 *
 * @throws Refusal `case_closed`, which names the officer and the time
 */
export function decideClosing(
  state: CaseState,
  outcome: CaseOutcome,
  { by, text }: SaidBy,
  now: string,
): CaseClosed | undefined {
  const { closed } = state;
  if (closed && isSameOfficer(closed, by) && closed.outcome === outcome && closed.reason === text) return undefined;
  refuseIfClosed(state);
  if (text.trim() === '') throw invalid('reason_missing', 'reason must say why the case is closed');
  return { ...about(state), ...officerIn(by), outcome, reason: text, closed_at: now };
}

/** @throws Refusal `case_closed` */
export function refuseIfClosed({ opened, closed }: CaseState): void {
  if (!closed) return;
  throw invalid(
    'case_closed',
    `case ${opened.case_id} was closed by ${closed.officer} at ${closed.closed_at}; a closed case accepts no changes`,
  );
}

const about = ({ opened: { case_id, tenant_id, customer_id } }: CaseState) => ({ case_id, tenant_id, customer_id });
