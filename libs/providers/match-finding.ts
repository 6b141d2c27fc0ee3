import { matchKindOf, severityOf, subjectKey } from '@probity/contracts/alerts/match-kind';
import type { Finding, ReportedMatch } from './stage-call';

const MAX_NAME_IN_TITLE = 80;

/**
 * A match that a provider found as a finding, with the words and severities of the built-in screening. The same
 * entry raises a second alert for another subject only, or when it becomes more serious: a PEP who is sanctioned is
 * another match.
 *
 * @param title of the provider
 */
export function matchFinding<Match extends ReportedMatch>(
  title: string,
  match: Match,
  metadata: Record<string, unknown>,
): Finding<Match> {
  const kind = matchKindOf(match.topics);
  const { list, entry_id, subject, subject_name, matched_name, score } = match;
  const role = subject ? `${subject.replaceAll('_', ' ')} ` : '';
  const alert = {
    key: `match:${list}:${entry_id}:${kind.alert_type}${subject ? subjectKey(subject, subject_name) : ''}`,
    alert_type: kind.alert_type,
    severity: severityOf(kind, score),
    title:
      `${title} found a possible ${kind.words} match: ${role}${quoted(subject_name)} ` +
      `is like ${quoted(matched_name)} on ${list}`,
    match,
  };
  return { alert, metadata };
}

/** Cuts without leaving half of a surrogate pair. */
const quoted = (name: string): string =>
  `"${name.length > MAX_NAME_IN_TITLE ? `${name.slice(0, MAX_NAME_IN_TITLE).replace(/[\uD800-\uDBFF]$/, '')}…` : name}"`;
