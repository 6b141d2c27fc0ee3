import { comparableName, matchKindOf, severityOf } from '@probity/contracts/alerts/match-kind';
import type { Finding, ProviderMatch } from './stage-call';

const MAX_NAME_IN_TITLE = 80;

/**
 * A match that a provider found as a finding, with the words and severities of the built-in screening. The same
 * entry raises a second alert for another subject only, or when it becomes more serious: a PEP who is sanctioned is
 * another match.
 *
 * @param title of the provider
 */
export function matchFinding(title: string, match: ProviderMatch, metadata: Record<string, unknown>): Finding {
  const kind = matchKindOf(match.topics);
  const { list, entry_id, subject, subject_name, matched_name, score } = match;
  const who = subject === 'customer' ? '' : `:${subject}:${comparableName(subject_name)}`;
  const alert = {
    key: `match:${list}:${entry_id}:${kind.alert_type}${who}`,
    alert_type: kind.alert_type,
    severity: severityOf(kind, score),
    title:
      `${title} found a possible ${kind.words} match: ${subject.replaceAll('_', ' ')} ${quoted(subject_name)} ` +
      `is like ${quoted(matched_name)} on ${list}`,
    match,
  };
  return { alert, metadata };
}

/** Cuts without leaving half of a surrogate pair. */
const quoted = (name: string): string =>
  `"${name.length > MAX_NAME_IN_TITLE ? `${name.slice(0, MAX_NAME_IN_TITLE).replace(/[\uD800-\uDBFF]$/, '')}…` : name}"`;
