import Type from 'typebox';
import { matchFinding } from '../../match-finding';
import { providerPlugin } from '../../plugin';
import { type ProviderApi, ProviderFailure } from '../../provider-api';
import type { Finding, ScreeningSubjectRequest } from '../../stage-call';
import { type Matches, matchesOf, MAX_MATCHES, type Query, queryOf, type Result, textsOf, topicsOf } from './match';

const TITLE = 'OpenSanctions';
/** Requests stay small, because results can have many names and a response has at most a megabyte. */
const QUERIES_PER_REQUEST = 10;
/** yente leaves out scores that only equal the cutoff. */
const BELOW_THRESHOLD = 0.01;
/** Data sets are updated a few times each day. */
const CACHE_SECONDS = 300;
/** Of each kind, in the metadata of an alert. */
const MAX_DETAILS = 10;

const Settings = Type.Object({
  base_url: Type.String({ description: 'address of yente, or https://api.opensanctions.org for the hosted API' }),
  dataset: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]+$', description: 'data set to compare with; default unless set' }),
  ),
  api_key: Type.Optional(
    Type.String({ minLength: 8, description: 'for the hosted API; a yente of your own needs none' }),
  ),
  algorithm: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]+$', description: 'such as logic-v1; the default of yente unless set' }),
  ),
});
type Settings = Type.Static<typeof Settings>;

/**
 * Screens with OpenSanctions: the hosted API, or a yente of the operator's own. `./match.ts` has the format and its
 * sources. Older versions of yente allow 10 matches for each query and reject more: set their YENTE_MAX_MATCHES to 25.
 *
 * An entry without a topic is an alert, too, because data sets of the operator's own may have none. An entry that
 * OpenSanctions merges with another gets another id, and then another alert.
 */
export const plugin = providerPlugin({
  name: 'yente',
  version: '1.0.0',
  title: TITLE,
  stages: ['screening'],
  configuration: Settings,
  secrets: ['api_key'],
  baseUrl: ({ base_url }) => base_url,

  async screening({ subjects, threshold }, api, settings) {
    const matches = await ask(api, settings, subjects.map(queryOf), threshold);
    const { dataset = 'default', algorithm = 'default' } = settings;
    const more = matches.flatMap(({ total, results }, subject) =>
      total > Math.min(results.length, MAX_MATCHES) ? [`${total} matches of subject ${subject + 1}`] : [],
    );
    return {
      findings: matches.flatMap(({ results }, index) =>
        results
          .filter(({ score }) => score >= threshold)
          .slice(0, MAX_MATCHES)
          .map((result) => findingOf(result, subjects[index]!, dataset)),
      ),
      evidence: { dataset, algorithm, subjects: subjects.length },
      cacheSeconds: CACHE_SECONDS,
      ...(more.length > 0 && { incomplete: `${more.join(', ')}; at most ${MAX_MATCHES} of each are alerts` }),
    };
  },

  async test(api, settings) {
    await ask(api, settings, [{ schema: 'Person', properties: { name: ['Test of the connection'] } }], 1);
    return `The data set ${settings.dataset ?? 'default'} can be searched.`;
  },
});

/** The matches of each query, in the order of the queries. */
async function ask(api: ProviderApi, settings: Settings, queries: Query[], threshold: number): Promise<Matches[]> {
  const { dataset = 'default', algorithm, api_key } = settings;
  const parameters = new URLSearchParams({
    limit: String(MAX_MATCHES),
    threshold: String(threshold),
    cutoff: (threshold - BELOW_THRESHOLD).toFixed(4),
    ...(algorithm && { algorithm }),
  });
  const batches = Array.from({ length: Math.ceil(queries.length / QUERIES_PER_REQUEST) }, (_, batch) =>
    queries.slice(batch * QUERIES_PER_REQUEST, (batch + 1) * QUERIES_PER_REQUEST),
  );
  const asked = batches.map(async (batch) => {
    const { body } = await api.request({
      method: 'POST',
      path: `/match/${dataset}?${parameters.toString()}`,
      headers: api_key ? { authorization: `ApiKey ${api_key}` } : {},
      body: { queries: { ...batch } },
    });
    const matches = matchesOf(body, batch.length);
    if (!matches) throw new ProviderFailure('not_understood', `${TITLE} returned no matches for a query`);
    return matches;
  });
  return (await Promise.all(asked)).flat();
}

function findingOf(result: Result, subject: ScreeningSubjectRequest, dataset: string): Finding {
  const match = {
    list: `opensanctions-${dataset}`,
    entry_id: result.id,
    topics: topicsOf(result),
    subject: subject.role,
    subject_name: subject.name,
    matched_name: result.caption,
    score: result.score,
  };
  const shown = (property: string): string[] => textsOf(result, property).slice(0, MAX_DETAILS);
  const metadata = {
    schema: result.schema,
    datasets: result.datasets.slice(0, MAX_DETAILS),
    topics: shown('topics'),
    birth_dates: shown('birthDate'),
    countries: [...new Set([...shown('nationality'), ...shown('country')])],
  };
  return matchFinding(TITLE, match, metadata);
}
