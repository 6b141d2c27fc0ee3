import type { MatchedEntry, Severity } from './events';

/** Why a person or company is on a list. */
export const LIST_TOPICS = ['sanction', 'pep', 'crime', 'wanted', 'adverse-media', 'other'] as const;
export type ListTopic = (typeof LIST_TOPICS)[number];

/** A match with at least this score is more likely true than false. */
const STRONG = 0.85;

/** What an alert says about a match with a list, whether Probity or a provider found it. */
export interface MatchKind {
  alert_type: string;
  /** the kind of list, in the title of the alert */
  words: string;
  strong: Severity;
  weak: Severity;
}

const SANCTIONS: MatchKind = { alert_type: 'sanctions_match', words: 'sanctions', strong: 'critical', weak: 'high' };
const PEP: MatchKind = { alert_type: 'pep_match', words: 'PEP', strong: 'high', weak: 'medium' };
const CRIME: MatchKind = { alert_type: 'watchlist_match', words: 'watchlist', strong: 'high', weak: 'medium' };
const OTHER: MatchKind = { alert_type: 'watchlist_match', words: 'watchlist', strong: 'medium', weak: 'medium' };

/** The kind of a match, by the topics of the list entry. */
export function matchKindOf(topics: readonly ListTopic[]): MatchKind {
  if (topics.includes('sanction')) return SANCTIONS;
  if (topics.includes('pep')) return PEP;
  return topics.includes('crime') || topics.includes('wanted') ? CRIME : OTHER;
}

/** @param score 0 to 1 */
export const severityOf = ({ strong, weak }: MatchKind, score: number): Severity => (score >= STRONG ? strong : weak);

/** The same text for spellings of a name that differ in case, punctuation and spaces only. */
export const comparableName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The part of a match's key that names its subject: empty for the customer itself, whatever its name. An owner, related
 * party or counterparty with another name is another match, so that a false positive about one does not hide another.
 */
export const subjectKey = (subject: MatchedEntry['subject'], name: string): string =>
  subject === 'customer' ? '' : `:${subject}:${comparableName(name)}`;
