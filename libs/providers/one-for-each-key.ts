import { isDeepStrictEqual } from 'node:util';
import { subjectKey } from '@probity/contracts/alerts/match-kind';
import type { Finding, ProviderAlert } from './stage-call';

/**
 * The findings with one for each key of an alert, because a key raises one alert. Equal findings are one. A match that
 * was found under several names of the customer is the one with the best score.
 *
 * @returns undefined when a key belongs to different findings: one of them would raise no alert
 */
export function oneForEachKey(findings: readonly Finding[]): Finding[] | undefined {
  const kept: Finding[] = [];
  for (const finding of findings) {
    const key = finding.alert?.key;
    const place = key === undefined ? -1 : kept.findIndex(({ alert }) => alert?.key === key);
    const known = kept[place];
    if (!known) kept.push(finding);
    else if (isSameMatch(known, finding)) kept[place] = scoreOf(finding) > scoreOf(known) ? finding : known;
    else if (!isDeepStrictEqual(known, finding)) return undefined;
  }
  return kept;
}

const scoreOf = ({ alert }: Finding): number => alert?.match?.score ?? 0;

const isSameMatch = (a: Finding, b: Finding): boolean =>
  !a.kyc && !b.kyc && a.alert?.match !== undefined && isDeepStrictEqual(pairOf(a.alert), pairOf(b.alert));

/** What was matched with what. */
const pairOf = ({ alert_type, match }: Partial<ProviderAlert> = {}) =>
  match && [alert_type, match.list, match.entry_id, subjectKey(match.subject, match.subject_name)];
