import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { OWN_LIST } from '@probity/contracts/watchlists/events';
import { matchKindOf, severityOf, subjectKey } from '@probity/contracts/alerts/match-kind';
import type { TransactionPart } from '@probity/contracts/alerts/words';
import { derivedId } from '@probity/platform/ids';
import type { ListEntry } from '@probity/screening/list-entry';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
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

const MAX_NAME_IN_TITLE = 80;
/** Longer remarks are shortened in the evidence. They do not affect the score. */
const MAX_REMARKS = 2_000;

const ROLES: Record<SubjectRole, string> = {
  customer: 'customer',
  beneficial_owner: 'beneficial owner',
  related_party: 'related party',
  counterparty: 'counterparty',
};

/** Texts; other parts are named like a role. */
const TEXTS: readonly (TransactionPart | undefined)[] = ['description', 'reference'];

/** Such as `counterparty "Acme"`, or `"Acme" in the description`. */
function named({ role, part }: RelatedSubject, name: string): string {
  return TEXTS.includes(part) ? `${quoted(name)} in the ${part}` : `${part ?? ROLES[role]} ${quoted(name)}`;
}

const listName = (list: string): string => (list === OWN_LIST ? "the institution's own list" : list);

/** The alert for a match. Its evidence contains everything that is needed to compute the score again. */
export function alertOf({ customerId, subject, match, threshold, listVersion }: FoundMatch): AlertToRaise {
  const { entry, matched_name, subject_name, score, features } = match;
  const { role, part, ...compared } = subject;
  const kind = matchKindOf(entry.topics);
  const matched = {
    list: entry.list,
    entry_id: entry.id,
    subject: role,
    ...(part !== undefined && { part }),
    subject_name,
    matched_name,
    score,
  };
  return {
    alert_id: screeningAlertId(customerId, entry, role, keyName(subject, subject_name)),
    source: 'screening',
    alert_type: kind.alert_type,
    severity: severityOf(kind, score),
    title: `Possible ${kind.words} match: ${named(subject, subject_name)} is like ${quoted(matched_name)} on ${listName(entry.list)}`,
    trigger_ref: `${entry.list}:${entry.id}`,
    metadata: {
      source: 'native',
      ...matched,
      topics: entry.topics,
      ...(role === 'counterparty' && part === undefined && subject.countries?.[0]
        ? { counterparty_country: subject.countries[0] }
        : {}),
    },
    match: { ...matched, topics: entry.topics },
    evidence: {
      subject: compared,
      subject_role: role,
      ...(part !== undefined && { subject_part: part }),
      entry: withShortRemarks(entry),
      list_version: listVersion,
      threshold,
      scorer_version: SCORER_VERSION,
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
 *
 * @param name of the subject, and of a part of a transaction what else tells it from others
 */
export function screeningAlertId(
  customerId: string,
  entry: Pick<ListEntry, 'list' | 'id' | 'topics'>,
  role: SubjectRole,
  name: string,
): string {
  const pair = `${entry.list}:${entry.id}:${matchKindOf(entry.topics).alert_type}${subjectKey(role, name)}`;
  return derivedId(customerId, `screening:${pair}`);
}

/**
 * What tells a subject from others of its role. A vessel or an aircraft is another one if its first identifier is another
 * one. A name in a text says less than the counterparty of this name, whose date of birth and account may be known.
 */
function keyName({ part, identifiers = [] }: RelatedSubject, name: string): string {
  if (part === undefined) return name;
  return TEXTS.includes(part) ? `text ${name}` : `${part} ${identifiers[0]?.value ?? ''} ${name}`;
}

function withShortRemarks({ remarks, ...entry }: ListEntry): ListEntry {
  if (remarks === undefined) return entry;
  return { ...entry, remarks: remarks.length > MAX_REMARKS ? `${cut(remarks, MAX_REMARKS)}…` : remarks };
}

const quoted = (name: string): string =>
  `"${name.length > MAX_NAME_IN_TITLE ? `${cut(name, MAX_NAME_IN_TITLE)}…` : name}"`;

/** Cuts without leaving half of a surrogate pair. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
