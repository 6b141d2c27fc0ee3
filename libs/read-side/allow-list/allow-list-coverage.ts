import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { comparableName } from '@probity/contracts/alerts/match-kind';
import type { Sql } from '@probity/persistence/database';
import { derivedId } from '@probity/platform/ids';
import { listEntryFingerprint } from './list-entry-fingerprint';

const OF_CUSTOMER = `
  SELECT id, list, entry_id, alert_type, counterparty, fingerprint, until, ended_at FROM customer_risk.allow_list_entries
  WHERE tenant_id = $1 AND customer_id = $2 AND entry_id = ANY($3) ORDER BY added_at, id`;

export interface StoredEntry {
  id: string;
  list: string;
  entry_id: string;
  alert_type: string;
  counterparty: string;
  fingerprint: string;
  until: Date;
  ended_at: Date | null;
}

/** A match that raises no alert, and the entry of the allow-list that covers it. */
export interface CoveredMatch {
  allow_list_entry_id: string;
  list: string;
  entry_id: string;
  matched_name: string;
  score: number;
}

export interface Coverage {
  /** alerts that no active entry covers */
  alerts: AlertToRaise[];
  covered: CoveredMatch[];
}

/** Takes the matches out of alerts that an active entry of the allow-list covers. */
export async function withoutAllowed(
  sql: Sql,
  customer: { tenant_id: string; customer_id: string },
  alerts: AlertToRaise[],
  now: Date,
): Promise<Coverage> {
  const entryIds = alerts.filter(isAboutCounterparty).map(({ match }) => match!.entry_id);
  if (entryIds.length === 0) return { alerts, covered: [] };
  const about = [customer.tenant_id, customer.customer_id, entryIds];
  const { rows } = await sql.query<StoredEntry & Record<string, unknown>>(OF_CUSTOMER, about);
  return coverageOf(alerts, rows, now);
}

/**
 * An alert whose entry covers it no longer gets another id: the pair of customer and list entry raised an alert before
 * the entry was made, and one id raises one alert.
 *
 * @param entries of the customer, the oldest first
 */
export function coverageOf(alerts: AlertToRaise[], entries: readonly StoredEntry[], now: Date): Coverage {
  const coverage: Coverage = { alerts: [], covered: [] };
  for (const alert of alerts) {
    const about = isAboutCounterparty(alert) ? entries.filter((entry) => isAbout(entry, alert)) : [];
    const fingerprint = about.length > 0 ? listEntryFingerprint(alert) : '';
    const active = about.find((entry) => lapse(entry, fingerprint, now) === undefined);
    const newest = about.at(-1);
    if (active) {
      const { list, entry_id, matched_name, score } = alert.match!;
      coverage.covered.push({ allow_list_entry_id: active.id, list, entry_id, matched_name, score });
    } else if (newest) {
      coverage.alerts.push(afterLapse(alert, newest, lapse(newest, fingerprint, now)!, fingerprint));
    } else coverage.alerts.push(alert);
  }
  return coverage;
}

export const isAboutCounterparty = ({ match }: Pick<AlertToRaise, 'match'>): boolean =>
  match?.subject === 'counterparty';

const isAbout = (entry: StoredEntry, { match, alert_type }: AlertToRaise): boolean =>
  entry.list === match!.list &&
  entry.entry_id === match!.entry_id &&
  entry.alert_type === alert_type &&
  comparableName(entry.counterparty) === comparableName(match!.subject_name);

type Lapse = 'ended' | 'expired' | 'list_entry_changed';

/** Why an entry covers its match no longer; undefined: it covers it. */
function lapse({ until, ended_at, fingerprint }: StoredEntry, current: string, now: Date): Lapse | undefined {
  if (ended_at !== null) return 'ended';
  if (until.getTime() <= now.getTime()) return 'expired';
  return fingerprint === current ? undefined : 'list_entry_changed';
}

function afterLapse(alert: AlertToRaise, entry: StoredEntry, because: Lapse, fingerprint: string): AlertToRaise {
  const version = because === 'list_entry_changed' ? `:${fingerprint}` : '';
  return {
    ...alert,
    alert_id: derivedId(alert.alert_id, `after:${entry.id}${version}`),
    evidence: { ...alert.evidence, allow_list: { allow_list_entry_id: entry.id, covers_no_longer: because } },
  };
}
