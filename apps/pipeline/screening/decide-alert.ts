import type { AlertToRaise, Severity } from '@probity/contracts/alerts/events';
import { derivedId } from '@probity/platform/ids';
import type { ListEntry, ListTopic } from '@probity/screening/list-entry';
import type { ScreeningMatch } from '@probity/screening/screening-subject';
import type { RelatedSubject, SubjectRole } from './subjects';

export interface FoundMatch {
  customerId: string;
  subject: RelatedSubject;
  match: ScreeningMatch;
  /** the score from which a match raises an alert */
  threshold: number;
  /** the version of the list at the time of the comparison */
  listVersion: number;
}

/** A match with at least this score is more likely true than false. */
const STRONG = 0.85;
const MAX_NAME_IN_TITLE = 80;
/** Longer remarks are shortened in the evidence. They do not affect the score. */
const MAX_REMARKS = 2_000;

interface Kind {
  type: string;
  words: string;
  strong: Severity;
  weak: Severity;
}

const SANCTIONS: Kind = { type: 'sanctions_match', words: 'sanctions', strong: 'critical', weak: 'high' };
const PEP: Kind = { type: 'pep_match', words: 'PEP', strong: 'high', weak: 'medium' };
const CRIME: Kind = { type: 'watchlist_match', words: 'watchlist', strong: 'high', weak: 'medium' };
const OTHER: Kind = { type: 'watchlist_match', words: 'watchlist', strong: 'medium', weak: 'medium' };

const ROLES: Record<SubjectRole, string> = {
  customer: 'customer',
  beneficial_owner: 'beneficial owner',
  related_party: 'related party',
  counterparty: 'counterparty',
};

/** The alert for a match. Its evidence contains everything that is needed to compute the score again. */
export function alertOf({ customerId, subject, match, threshold, listVersion }: FoundMatch): AlertToRaise {
  const { entry, matched_name, subject_name, score, features } = match;
  const { role, ...compared } = subject;
  const { type, words, strong, weak } = kindOf(entry.topics);
  const matched = { list: entry.list, entry_id: entry.id, subject: role, subject_name, matched_name, score };
  return {
    alert_id: screeningAlertId(customerId, entry, role, subject_name),
    source: 'screening',
    alert_type: type,
    severity: score >= STRONG ? strong : weak,
    title: `Possible ${words} match: ${ROLES[role]} ${quoted(subject_name)} is like ${quoted(matched_name)} on ${entry.list}`,
    trigger_ref: `${entry.list}:${entry.id}`,
    metadata: {
      source: 'native',
      ...matched,
      topics: entry.topics,
      ...(role === 'counterparty' && subject.countries?.[0] ? { counterparty_country: subject.countries[0] } : {}),
    },
    match: { ...matched, topics: entry.topics },
    evidence: {
      subject: compared,
      subject_role: role,
      entry: withShortRemarks(entry),
      list_version: listVersion,
      threshold,
      score,
      subject_name,
      matched_name,
      features,
    },
  };
}

/**
 * Derives the id of an alert from the matched pair, so that a pair raises one alert. After an officer dismisses the
 * alert, the pair raises no further alert. For the customer itself the pair is customer and entry, whatever the name
 * of the customer. An owner, related party or counterparty with another name is another pair, so that a false
 * positive about one does not hide another. If an entry becomes more serious (a PEP is sanctioned), it is a new pair.
 */
export function screeningAlertId(
  customerId: string,
  entry: Pick<ListEntry, 'list' | 'id' | 'topics'>,
  role: SubjectRole,
  name: string,
): string {
  const who = role === 'customer' ? '' : `:${role}:${comparable(name)}`;
  return derivedId(customerId, `screening:${entry.list}:${entry.id}:${kindOf(entry.topics).type}${who}`);
}

const comparable = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function kindOf(topics: ListTopic[]): Kind {
  if (topics.includes('sanction')) return SANCTIONS;
  if (topics.includes('pep')) return PEP;
  return topics.includes('crime') || topics.includes('wanted') ? CRIME : OTHER;
}

function withShortRemarks({ remarks, ...entry }: ListEntry): ListEntry {
  if (remarks === undefined) return entry;
  return { ...entry, remarks: remarks.length > MAX_REMARKS ? `${cut(remarks, MAX_REMARKS)}…` : remarks };
}

const quoted = (name: string): string =>
  `"${name.length > MAX_NAME_IN_TITLE ? `${cut(name, MAX_NAME_IN_TITLE)}…` : name}"`;

/** Cuts without leaving half of a surrogate pair. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
