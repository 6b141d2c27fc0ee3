import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ScreeningSubjectRequest } from '../../stage-call';

/**
 * The format of `POST /match/{dataset}`: https://www.opensanctions.org/docs/api/matching/ and
 * https://www.opensanctions.org/docs/api/request/; query parameters and models:
 * https://github.com/opensanctions/yente (`yente/routers/match.py`, `yente/data/common.py`); properties and topics:
 * https://followthemoney.tech (`schema/LegalEntity.yaml`, `types/topic.py`).
 */

/** Results for each query. */
export const MAX_MATCHES = 25;

export interface Query {
  schema: 'Person' | 'Organization' | 'LegalEntity';
  properties: Record<string, string[]>;
}

const Result = Type.Object({
  id: Type.String(),
  caption: Type.String(),
  schema: Type.String(),
  score: Type.Number({ minimum: 0, maximum: 1 }),
  datasets: Type.Array(Type.String()),
  properties: Type.Record(Type.String(), Type.Unknown()),
});
export type Result = Static<typeof Result>;

/** `total` counts the results from the threshold on, also those beyond the limit. */
const Responses = Compile(
  Type.Object({
    responses: Type.Record(
      Type.String(),
      Type.Object({ results: Type.Array(Result), total: Type.Object({ value: Type.Integer() }) }),
    ),
  }),
);

export interface Matches {
  results: Result[];
  total: number;
}

/** The matches of each query by its position; undefined when the body has another form or a query is missing. */
export function matchesOf(body: unknown, queries: number): Matches[] | undefined {
  if (!Responses.Check(body)) return undefined;
  const matches = Array.from({ length: queries }, (_, query) => body.responses[query]);
  if (!matches.every((found) => found !== undefined)) return undefined;
  return matches.map(({ results, total }) => ({ results, total: total.value }));
}

const SCHEMAS = { person: 'Person', company: 'Organization', unknown: 'LegalEntity' } as const;

/** An account is left out: the schemas of persons and organisations have no property for it. */
export function queryOf({ kind, name, birth_date, countries, identifiers }: ScreeningSubjectRequest): Query {
  const properties: Record<string, string[]> = { name: [name] };
  if (kind === 'person' && birth_date) properties.birthDate = [birth_date];
  if (countries.length > 0) properties.country = countries.map((country) => country.toLowerCase());
  for (const { type, value } of identifiers.filter((identifier) => identifier.type !== 'account')) {
    (properties[propertyOf(type, kind)] ??= []).push(value);
  }
  return { schema: SCHEMAS[kind], properties };
}

function propertyOf(type: string | undefined, kind: ScreeningSubjectRequest['kind']): string {
  if (type === 'tax id') return 'taxNumber';
  if (type === 'registration number') return 'registrationNumber';
  return type === 'passport' && kind === 'person' ? 'passportNumber' : 'idNumber';
}

/** The texts of a property; nested entities are left out. */
export function textsOf({ properties }: Result, property: string): string[] {
  const values = properties[property];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

/**
 * In Probity's words, as those of the built-in lists of OpenSanctions: an entity that is only linked to a sanctioned
 * one (`sanction.linked`), or listed in return for sanctions (`sanction.counter`), is not itself sanctioned.
 */
export const topicsOf = (result: Result): string[] => [...new Set(textsOf(result, 'topics').map(topicOf))];

function topicOf(topic: string): string {
  if (topic === 'asset.frozen') return 'sanction';
  if (topic === 'role.pep' || topic === 'role.rca') return 'pep';
  return topic === 'crime' || topic.startsWith('crime.') ? 'crime' : topic;
}
