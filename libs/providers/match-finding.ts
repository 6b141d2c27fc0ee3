import type { Finding, ProviderMatch } from './stage-call';

/** From this score on, a match is more likely right than wrong. */
const STRONG = 0.85;
const MAX_NAME_IN_TITLE = 80;

/** The same words and severities as those of the built-in screening, so that officers see one kind of alert. */
const SANCTIONS = { type: 'sanctions_match', words: 'sanctions', strong: 'critical', weak: 'high' } as const;
const PEP = { type: 'pep_match', words: 'PEP', strong: 'high', weak: 'medium' } as const;
const CRIME = { type: 'watchlist_match', words: 'watchlist', strong: 'high', weak: 'medium' } as const;
const OTHER = { type: 'watchlist_match', words: 'watchlist', strong: 'medium', weak: 'medium' } as const;

/**
 * A match that a provider found as a finding. The same entry raises a second alert for another subject only, or when
 * it becomes more serious: a PEP who is sanctioned is another match.
 *
 * @param title of the provider
 */
export function matchFinding(title: string, match: ProviderMatch, metadata: Record<string, unknown>): Finding {
  const { type, words, strong, weak } = kindOf(match.topics);
  const { list, entry_id, subject, subject_name, matched_name, score } = match;
  const who = subject === 'customer' ? '' : `:${subject}:${comparable(subject_name)}`;
  const alert = {
    key: `match:${list}:${entry_id}:${type}${who}`,
    alert_type: type,
    severity: score >= STRONG ? strong : weak,
    title:
      `${title} found a possible ${words} match: ${subject.replaceAll('_', ' ')} ${quoted(subject_name)} ` +
      `is like ${quoted(matched_name)} on ${list}`,
    match,
  };
  return { alert, metadata };
}

function kindOf(topics: readonly string[]) {
  if (topics.includes('sanction')) return SANCTIONS;
  if (topics.includes('pep')) return PEP;
  return topics.includes('crime') || topics.includes('wanted') ? CRIME : OTHER;
}

const comparable = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Cuts without leaving half of a surrogate pair. */
const quoted = (name: string): string =>
  `"${name.length > MAX_NAME_IN_TITLE ? `${name.slice(0, MAX_NAME_IN_TITLE).replace(/[\uD800-\uDBFF]$/, '')}…` : name}"`;
