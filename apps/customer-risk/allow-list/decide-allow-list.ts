import type { AllowListEntryAdded, AllowListEntryEnded } from '@probity/contracts/allow-list/events';
import { MAX_ALLOWED_DAYS } from '@probity/contracts/allow-list/words';
import { isSameOfficer, type Officer, officerIn } from '@probity/contracts/staff/officer';
import { invalid } from '@probity/platform/errors';
import { isAboutCounterparty } from '@probity/read-side/allow-list/allow-list-coverage';
import { listEntryFingerprint } from '@probity/read-side/allow-list/list-entry-fingerprint';
import type { AlertState } from '../alerts/alert-state';

const DAY_MS = 86_400_000;

/** An entry as decisions see it. */
export interface EntryState {
  customer_id: string;
  until: string;
  reason: string;
  added_by: string;
  added_by_id: string | null;
  ended_at: string | null;
  ended_by: string | null;
  ended_by_id: string | null;
  end_reason: string | null;
}

export type EntryToAdd = Officer & { allow_list_entry_id: string; until: string; reason: string };

/**
 * What the new entry for the match of an alert says; undefined when the same was added before. An alert gives one entry:
 * when it covers the match no longer, the next match raises another alert, and a person decides again.
 *
 * @param isConfirmed whether the last decision about the match confirmed it, in this alert or in one that it reopens
 * @throws Refusal `alert_not_about_counterparty`, `allow_list_entry_exists` or `invalid_field`
 */
export function addEntry(
  alert: AlertState,
  before: EntryState | undefined,
  wanted: EntryToAdd,
  now: string,
  isConfirmed: boolean,
): AllowListEntryAdded | undefined {
  const { raised } = alert;
  if (before) {
    const isRepeat =
      before.until === wanted.until && before.reason === wanted.reason && isSameOfficer(addedBy(before), wanted);
    if (isRepeat) return undefined;
    const entry = `entry ${wanted.allow_list_entry_id}, which ${before.added_by} added until ${before.until}`;
    throw invalid('allow_list_entry_exists', `the match of alert ${raised.alert_id} has the ${entry}`);
  }
  const { match } = raised;
  if (!match || !isAboutCounterparty(raised)) {
    const kinds = 'only a match of a counterparty with a list entry can be added to the allow-list';
    throw invalid('alert_not_about_counterparty', `alert ${raised.alert_id} is another alert; ${kinds}`);
  }
  if (isConfirmed) {
    const because = 'its match was confirmed, so its counterparty is the listed one';
    throw invalid('alert_not_about_counterparty', `alert ${raised.alert_id} cannot be added: ${because}`);
  }
  refuseUntil(wanted.until, now);
  return {
    allow_list_entry_id: wanted.allow_list_entry_id,
    customer_id: raised.customer_id,
    tenant_id: raised.tenant_id,
    ...officerIn(wanted),
    alert_id: raised.alert_id,
    list: match.list,
    entry_id: match.entry_id,
    alert_type: raised.alert_type,
    counterparty: match.subject_name,
    matched_name: match.matched_name,
    fingerprint: listEntryFingerprint(raised),
    until: wanted.until,
    reason: wanted.reason,
    added_at: now,
  };
}

/**
 * The end of an entry; undefined when the same officer ended it before with this reason.
 *
 * @throws Refusal `allow_list_entry_ended`
 */
export function endEntry(
  entry: EntryState,
  wanted: Officer & { allow_list_entry_id: string; tenant_id: string; reason: string },
  now: string,
): AllowListEntryEnded | undefined {
  const { allow_list_entry_id, tenant_id, reason } = wanted;
  if (entry.ended_at !== null) {
    const by = { officer: entry.ended_by!, ...(entry.ended_by_id !== null && { officer_id: entry.ended_by_id }) };
    if (entry.end_reason === reason && isSameOfficer(by, wanted)) return undefined;
    const message = `${entry.ended_by} ended entry ${allow_list_entry_id} at ${entry.ended_at}`;
    throw invalid('allow_list_entry_ended', message);
  }
  const { customer_id } = entry;
  return { allow_list_entry_id, customer_id, tenant_id, ...officerIn(wanted), reason, ended_at: now };
}

function refuseUntil(until: string, now: string): void {
  const ahead = Date.parse(until) - Date.parse(now);
  if (ahead > 0 && ahead <= MAX_ALLOWED_DAYS * DAY_MS) return;
  throw invalid('invalid_field', `until must be after now (${now}), and at most ${MAX_ALLOWED_DAYS} days after it`);
}

const addedBy = ({ added_by, added_by_id }: EntryState): Officer => ({
  officer: added_by,
  ...(added_by_id !== null && { officer_id: added_by_id }),
});
