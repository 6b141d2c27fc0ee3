import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ListTopic } from '@probity/contracts/alerts/match-kind';
import { matchFinding } from '../../match-finding';
import type { Finding, ScreeningSubjectRequest } from '../../stage-call';

/**
 * The format of `POST /searches`: https://docs.complyadvantage.com/api-docs/ (Searches, Create a new search). The
 * fields of a hit and the kinds of match were confirmed only in public code of other clients of this API.
 *
 * Not confirmed: whether the filter for the year of birth keeps entries without one, and which types are searched
 * when neither `types` nor a search profile is set.
 */

export const TITLE = 'ComplyAdvantage';
/** Hits for each search, and findings for each subject. */
export const MAX_HITS = 25;
/** Of each kind, in the metadata of an alert. */
const MAX_DETAILS = 10;

const Field = Type.Object({ tag: Type.Optional(Type.String()), value: Type.Optional(Type.String()) });
const Hit = Type.Object({
  doc: Type.Object({
    id: Type.String({ minLength: 1 }),
    name: Type.String({ minLength: 1 }),
    types: Type.Array(Type.String(), { minItems: 1 }),
    entity_type: Type.Optional(Type.String()),
    sources: Type.Optional(Type.Array(Type.String())),
    fields: Type.Optional(Type.Array(Field)),
  }),
  match_types: Type.Array(Type.String()),
  match_types_details: Type.Optional(Type.Unknown()),
  is_whitelisted: Type.Optional(Type.Boolean()),
});
type Hit = Static<typeof Hit>;

export const isSearch = Compile(
  Type.Object({
    content: Type.Object({
      data: Type.Object({ ref: Type.String(), total_hits: Type.Integer(), hits: Type.Array(Hit) }),
    }),
  }),
);
/** Older accounts have an object here, by name. */
const isDetails = Compile(Type.Array(Type.Object({ matching_name: Type.String({ minLength: 1 }) }), { minItems: 1 }));

export interface SearchSettings {
  fuzziness?: number;
  search_profile?: string;
  types?: string[];
}

/** The types of entities that a search is restricted to. A company can be one of two, an unknown subject one of three. */
const ENTITY_TYPES: Partial<Record<ScreeningSubjectRequest['kind'], string>> = {
  person: 'person',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

/** The body of the search for a subject. The filter for the type of entity is left out where several are possible. */
export function searchOf(
  customerId: string,
  subject: ScreeningSubjectRequest,
  { fuzziness, search_profile, types }: SearchSettings,
): Record<string, unknown> {
  const { kind, name, birth_date } = subject;
  const entity_type = ENTITY_TYPES[kind];
  return {
    search_term: name,
    client_ref: clientRef(customerId, subject),
    limit: MAX_HITS,
    ...(fuzziness !== undefined && { fuzziness }),
    ...(search_profile !== undefined && { search_profile }),
    filters: {
      ...(types && { types }),
      ...(entity_type !== undefined && { entity_type }),
      ...(kind === 'person' && birth_date && { birth_year: Number(birth_date.slice(0, 4)) }),
    },
  };
}

/** Hits are whitelisted by reference: an owner of the customer has another, so that neither hides hits of the other. */
function clientRef(customerId: string, { role, name }: ScreeningSubjectRequest): string {
  if (role === 'customer') return customerId;
  return `${customerId}:${role}:${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

/**
 * ComplyAdvantage's own score is the relevance of a hit in one search, without an upper bound. So the score is an
 * order of the kinds of match: it decides how severe an alert is, and not whether there is one.
 */
const SCORES: Record<string, number> = {
  name_exact: 1,
  aka_exact: 0.95,
  equivalent_name: 0.9,
  equivalent_aka: 0.85,
  name_fuzzy: 0.8,
  aka_fuzzy: 0.8,
};
/** Kinds that say little about the name, and beside which there is often another kind. */
const WEAK_KIND = /^(phonetic_.+|removed_.+|name_variations_.+|year_of_birth|country|unknown)$/;
const WEAK_SCORE = 0.7;
/** A kind that is not documented may be a strong one. */
const UNDOCUMENTED_SCORE = 0.85;

const scoreOf = (kind: string): number => SCORES[kind] ?? (WEAK_KIND.test(kind) ? WEAK_SCORE : UNDOCUMENTED_SCORE);

export function findingOf({ doc, match_types, match_types_details }: Hit, subject: ScreeningSubjectRequest): Finding {
  const match = {
    list: 'complyadvantage',
    entry_id: doc.id,
    topics: [...new Set(doc.types.map(topicOf))],
    subject: subject.role,
    subject_name: subject.name,
    matched_name: isDetails.Check(match_types_details) ? match_types_details[0]!.matching_name : doc.name,
    score: Math.max(WEAK_SCORE, ...match_types.map(scoreOf)),
  };
  const born = (doc.fields ?? []).flatMap(({ tag, value }) => (tag === 'date_of_birth' && value ? [value] : []));
  return matchFinding(TITLE, match, {
    entity_type: doc.entity_type ?? null,
    types: doc.types.slice(0, MAX_DETAILS),
    sources: (doc.sources ?? []).slice(0, MAX_DETAILS),
    match_types: match_types.slice(0, MAX_DETAILS),
    birth_dates: [...new Set(born)].slice(0, MAX_DETAILS),
  });
}

/**
 * In Probity's words: `pep-class-1` is a PEP, and `adverse-media-general` is adverse media. An unknown type counts as a
 * sanction: a new word must not make an alert less serious.
 */
function topicOf(type: string): ListTopic {
  if (/^pep(-|$)/.test(type)) return 'pep';
  if (/^adverse-media(-|$)/.test(type)) return 'adverse-media';
  return type === 'warning' || type === 'fitness-probity' ? 'other' : 'sanction';
}
