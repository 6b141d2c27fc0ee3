import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import { type ScreeningThresholds, thresholdFor } from '@probity/contracts/settings/screening-thresholds';
import type { ThresholdRule } from '@probity/contracts/settings/threshold-rules';
import { Refusal } from '@probity/platform/errors';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { alertOf } from './decide-alert';
import { type RelatedSubject, subjectsOfProfile } from './subjects';
import type { TenantLists } from './tenant-lists';
import { WatchlistIndex } from './watchlist-index';

/**
 * The maximum number of alerts for one subject. The best matches raise them; if there are more matches, the evidence
 * says so.
 */
const MAX_MATCHES = 25;
/**
 * The maximum number of alerts of one screening, with all its subjects. If more subjects than that match, each of them
 * raises one. Without it, one customer with 200 parties raised 5,000 alerts, which no officer can read.
 */
const MAX_ALERTS = 250;
/** The characters of a text that the evidence has. */
const MAX_SHOWN_TEXT = 80;

/** The matches of a screening, and what was compared. */
export interface ScreeningFindings {
  alerts: AlertToRaise[];
  evidence: {
    /** number of compared list entries */
    entries: number;
    threshold: number;
    /** the rules for other thresholds; absent: there are none */
    thresholds?: readonly ThresholdRule[];
    scorer_version: number;
    subjects: { role: string; part?: string; name: string }[];
    matches: { alert_id: string; list: string; entry_id: string; matched_name: string; score: number }[];
    /** names of subjects with more matches than alerts */
    more_matches_of?: string[];
  };
}

/** Screens customers and their counterparties against the lists. The caller refreshes the lists first. */
export class CustomerScreening {
  constructor(private readonly index: WatchlistIndex) {}

  /** Updates the lists: changes that were acknowledged before this call are included after it. */
  refresh(): Promise<void> {
    return this.index.refresh();
  }

  /**
   * Screens a customer with its owners and related parties.
   *
   * @param until when the caller stops waiting, in milliseconds since 1970; default: never
   * @throws Refusal `unavailable` when that time came before the end
   */
  screenProfile(
    tenantId: string,
    customerId: string,
    profile: CustomerProfile,
    { screening }: Pick<ComplianceSettings, 'screening'>,
    until?: number,
  ): Promise<ScreeningFindings> {
    const lists = this.index.of(tenantId, screening.lists);
    return screenSubjects(lists, customerId, subjectsOfProfile(profile), screening, until);
  }

  /** Screens what a customer's transaction names. */
  screenTransaction(
    tenantId: string,
    customerId: string,
    subjects: RelatedSubject[],
    { screening }: Pick<ComplianceSettings, 'screening'>,
  ): Promise<ScreeningFindings> {
    const lists = this.index.of(tenantId, screening.lists);
    return screenSubjects(lists, customerId, subjects, screening);
  }
}

/**
 * Screens subjects and returns one alert for each pair of subject and entry, with the best match of the pair. Other
 * work of the process can run between two subjects, because a customer may have hundreds of parties.
 */
export async function screenSubjects(
  lists: TenantLists,
  customerId: string,
  subjects: RelatedSubject[],
  { threshold, thresholds = [] }: ScreeningThresholds,
  until = Infinity,
): Promise<ScreeningFindings> {
  const found = new Map<string, AlertToRaise>();
  const bestOfSubjects = new Set<string>();
  const more = new Set<string>();
  /** entries that other subjects than texts match */
  const matched = new Set<string>();
  for (const [count, subject] of subjects.entries()) {
    if (count > 0) await new Promise(setImmediate);
    if (Date.now() >= until) {
      throw new Refusal(
        'overloaded',
        'unavailable',
        `screening took too long: ${count} of ${subjects.length} subjects`,
      );
    }
    const matches = lists.screen(subject, { threshold, thresholds, limit: MAX_MATCHES + 1 });
    if (matches.length > MAX_MATCHES) more.add(nameOf(subject));
    for (const [rank, match] of matches.slice(0, MAX_MATCHES).entries()) {
      const { list, id, schema } = match.entry;
      if (subject.schema !== 'Text') matched.add(`${list}:${id}`);
      else if (matched.has(`${list}:${id}`)) continue; // the text repeats whom the transaction names anyway
      const applied = thresholdFor({ threshold, thresholds }, { list, schema, subject: subject.role });
      const alert = alertOf({ customerId, subject, match, threshold: applied, listVersion: lists.versionOf(list) });
      if (rank === 0) bestOfSubjects.add(alert.alert_id);
      const known = found.get(alert.alert_id);
      if (!known || known.match!.score < match.score) found.set(alert.alert_id, alert);
    }
  }
  const { alerts, leftOut } = mostImportant([...found.values()], bestOfSubjects);
  for (const { match } of leftOut) more.add(match!.subject_name);
  return {
    alerts,
    evidence: {
      entries: lists.entries,
      threshold,
      ...(thresholds.length > 0 ? { thresholds } : {}),
      scorer_version: SCORER_VERSION,
      subjects: subjects.map(shownSubject),
      matches: alerts.map(({ alert_id, match }) => {
        const { list, entry_id, matched_name, score } = match!;
        return { alert_id, list, entry_id, matched_name, score };
      }),
      ...(more.size > 0 ? { more_matches_of: [...more] } : {}),
    },
  };
}

/** A subject in the evidence of a stage. */
export const shownSubject = ({ role, part, ...subject }: RelatedSubject) => ({
  role,
  ...(part === undefined ? {} : { part }),
  name: nameOf(subject),
});

/** The event has the whole text. */
function nameOf({ schema, names }: Pick<RelatedSubject, 'schema' | 'names'>): string {
  const name = names.join(', ');
  return schema === 'Text' && name.length > MAX_SHOWN_TEXT ? `${name.slice(0, MAX_SHOWN_TEXT).toWellFormed()}…` : name;
}

/** The best match of each subject, and the best of the others up to MAX_ALERTS; highest score first. */
function mostImportant(
  found: AlertToRaise[],
  bestOfSubjects: ReadonlySet<string>,
): { alerts: AlertToRaise[]; leftOut: AlertToRaise[] } {
  const sorted = found.sort((a, b) => b.match!.score - a.match!.score);
  let places = MAX_ALERTS - bestOfSubjects.size;
  const isKept = new Map(sorted.map(({ alert_id }) => [alert_id, bestOfSubjects.has(alert_id) || places-- > 0]));
  return {
    alerts: sorted.filter(({ alert_id }) => isKept.get(alert_id)),
    leftOut: sorted.filter(({ alert_id }) => !isKept.get(alert_id)),
  };
}
