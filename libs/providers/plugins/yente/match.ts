import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ListTopic } from '@probity/contracts/alerts/match-kind';
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
  schema: 'Person' | 'Organization' | 'LegalEntity' | 'Vessel' | 'Airplane';
  properties: Record<string, string[]>;
}

const Result = Type.Object({
  id: Type.String(),
  caption: Type.String(),
  schema: Type.String(),
  score: Type.Number({ minimum: 0, maximum: 1 }),
  datasets: Type.Array(Type.String()),
  properties: Type.Record(Type.String(), Type.Array(Type.Unknown())),
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

const SCHEMAS = {
  person: 'Person',
  company: 'Organization',
  vessel: 'Vessel',
  aircraft: 'Airplane',
  unknown: 'LegalEntity',
} as const;

/** The properties of a vessel and of an aircraft, by the type of the identifier. */
const THINGS: Record<string, string> = {
  'imo number': 'imoNumber',
  mmsi: 'mmsi',
  'call sign': 'callSign',
  'aircraft tail number': 'registrationNumber',
  'aircraft serial number': 'serialNumber',
};

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
  if (type !== undefined && Object.hasOwn(THINGS, type)) return THINGS[type]!;
  if (type === 'tax id') return 'taxNumber';
  if (type === 'registration number') return 'registrationNumber';
  return type === 'passport' && kind === 'person' ? 'passportNumber' : 'idNumber';
}

/** The texts of a property; nested entities are left out. */
export const textsOf = ({ properties }: Result, property: string): string[] =>
  (properties[property] ?? []).filter((value) => typeof value === 'string');

/**
 * The topics of FollowTheMoney in Probity's words, as for the built-in lists of OpenSanctions: an entity that is only
 * linked to a sanctioned one (`sanction.linked`), or listed in return for sanctions (`sanction.counter`), is not
 * itself sanctioned. Topics such as `gov` or `fin.bank` describe an entity, and are no reason to list it.
 */
const TOPICS: { words: RegExp; topic: ListTopic }[] = [
  { words: /^(sanction|asset\.frozen)$/, topic: 'sanction' },
  { words: /^role\.(pep(\..+)?|rca)$/, topic: 'pep' },
  { words: /^crime(\..+)?$/, topic: 'crime' },
  { words: /^wanted$/, topic: 'wanted' },
  { words: /^(sanction\.(linked|control|counter)|debarment|poi|corp\.disqual|forced\.labor)$/, topic: 'other' },
  { words: /^((export|invest|mare|reg)\..+|(gov|fin|corp|pol)(\..+)?|rel|mil)$/, topic: 'other' },
  { words: /^role\.(oligarch|pol|judge|civil|diplo|lawyer|acct|spy|journo|act|lobby)$/, topic: 'other' },
];

/** An unknown topic counts as a sanction: a new word must not make an alert less serious. */
const topicOf = (word: string): ListTopic => TOPICS.find(({ words }) => words.test(word))?.topic ?? 'sanction';

/** Data sets of the operator's own may have entities without a topic. */
export function topicsOf(result: Result): ListTopic[] {
  const words = result.properties.topics ?? [];
  const topics = [...new Set(words.map((word) => topicOf(String(word))))];
  return topics.length > 0 ? topics : ['other'];
}
