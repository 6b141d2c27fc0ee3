import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ListTopic } from '@probity/contracts/alerts/match-kind';
import type { ScreeningSubjectRequest } from '../../stage-call';

/**
 * The format of `GET /v2/search` and `GET /v2/listinfo`: https://moov-io.github.io/watchman/using-watchman/ and
 * https://github.com/moov-io/watchman (`pkg/search/client.go`, `pkg/search/models.go`,
 * `pkg/search/model_searched_entity.go`, `internal/search/api_search.go`). Versions without `/v2/listinfo` fail. Not
 * confirmed: which version introduced it, and the identifiers in searches.
 */

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const Entity = Type.Object({
  name: Type.String(),
  entityType: Type.String(),
  sourceList: Type.String({ minLength: 1 }),
  sourceID: Type.String({ minLength: 1 }),
  match: Type.Number({ minimum: 0, maximum: 1 }),
  person: Type.Optional(Nullable(Type.Object({ birthDate: Type.Optional(Nullable(Type.String())) }))),
  sanctionsInfo: Type.Optional(Nullable(Type.Object({ programs: Type.Optional(Nullable(Type.Array(Type.String()))) }))),
});
export type Entity = Static<typeof Entity>;

/** Go encodes an empty list as null. */
export const isSearch = Compile(Type.Object({ entities: Nullable(Type.Array(Entity)) }));
export const isLists = Compile(Type.Object({ lists: Nullable(Type.Record(Type.String(), Type.Integer())) }));

/**
 * A search compares with entities of one type only, so an unknown subject is asked about as each type that it can be.
 * Lists name a company a business or an organisation.
 */
const TYPES = {
  person: ['person'],
  company: ['business', 'organization'],
  vessel: ['vessel'],
  aircraft: ['aircraft'],
  unknown: ['person', 'business', 'organization'],
} as const;

/** Other kinds of identifiers are left out, because their names differ from list to list. */
const IDENTIFIERS: Record<string, string> = {
  passport: 'gov_passport',
  'national id': 'gov_national',
  'tax id': 'gov_tax',
};

/** The paths of the searches for a subject. Versions that know no identifiers ignore them. */
export function pathsOf(
  { kind, name, birth_date, identifiers }: ScreeningSubjectRequest,
  threshold: number,
  limit: number,
): string[] {
  return TYPES[kind].map((type) => {
    const query = new URLSearchParams({ type, name, minMatch: String(threshold), limit: String(limit) });
    if (type === 'person' && birth_date) query.set('birthDate', birth_date);
    for (const identifier of identifiers) {
      const parameter = IDENTIFIERS[identifier.type ?? ''];
      if (parameter && identifier.country) query.append(parameter, `${identifier.country}:${identifier.value}`);
    }
    return `/v2/search?${query.toString()}`;
  });
}

/** Special measures of FinCEN against institutions, by section 311: not sanctions. */
const OTHER_LISTS: readonly string[] = ['us_fincen_311'];

/**
 * Watchman has no topics. Its lists are lists of sanctions, also `us_csl` with its export controls. An unknown list
 * counts as one, too: a new list must not make an alert less serious.
 */
export const topicsOf = ({ sourceList, sanctionsInfo }: Entity): ListTopic[] =>
  OTHER_LISTS.includes(sourceList) && !sanctionsInfo ? ['other'] : ['sanction'];
