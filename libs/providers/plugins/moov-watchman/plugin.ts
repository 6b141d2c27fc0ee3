import Type from 'typebox';
import { matchFinding } from '../../match-finding';
import { providerPlugin } from '../../plugin';
import { type ProviderApi, ProviderFailure } from '../../provider-api';
import type { Finding, ScreeningSubjectRequest } from '../../stage-call';
import { type Entity, isLists, isSearch, pathsOf, topicsOf } from './search';

const TITLE = 'Moov Watchman';
const MAX_MATCHES = 25;
const CACHE_SECONDS = 300;
/** Subjects that are asked about at the same time: Watchman compares each with all entries. */
const AT_ONCE = 5;

const Settings = Type.Object({
  base_url: Type.String({ description: 'address of Watchman, such as https://watchman.example.com' }),
  authorization: Type.Optional(
    Type.String({
      minLength: 8,
      description: 'value of the header authorization, if a proxy before Watchman needs it',
    }),
  ),
});
type Settings = Type.Static<typeof Settings>;

/**
 * Screens with a Watchman of the operator's own. `./search.ts` has the format and its sources.
 *
 * A Watchman that has just started has no lists and finds nothing. So each call reads which lists it has, and fails
 * when there are none.
 */
export const plugin = providerPlugin({
  name: 'moov-watchman',
  version: '1.0.0',
  title: TITLE,
  stages: ['screening'],
  configuration: Settings,
  secrets: ['authorization'],
  baseUrl: ({ base_url }) => base_url,

  async screening({ subjects, threshold }, api, settings) {
    const lists = await loadedLists(api, settings);
    const found: Entity[][] = [];
    for (let from = 0; from < subjects.length; from += AT_ONCE) {
      const group = subjects.slice(from, from + AT_ONCE);
      found.push(...(await Promise.all(group.map((subject) => entitiesLike(subject, threshold, api, settings)))));
    }
    const more = found.flatMap(({ length }, subject) => (length > MAX_MATCHES ? [subject + 1] : []));
    return {
      findings: found.flatMap((entities, index) =>
        entities.slice(0, MAX_MATCHES).map((entity) => findingOf(entity, subjects[index]!)),
      ),
      evidence: { lists, subjects: subjects.length },
      cacheSeconds: CACHE_SECONDS,
      ...(more.length > 0 && { incomplete: `more than ${MAX_MATCHES} matches of subject ${more.join(', ')}` }),
    };
  },

  async test(api, settings) {
    const lists = await loadedLists(api, settings);
    return `Watchman has the lists ${Object.keys(lists).join(', ')}.`;
  },
});

const get = async (api: ProviderApi, { authorization }: Settings, path: string): Promise<unknown> =>
  (await api.request({ method: 'GET', path, headers: authorization ? { authorization } : {} })).body;

/** The number of entries of each list. */
async function loadedLists(api: ProviderApi, settings: Settings): Promise<Record<string, number>> {
  const body = await get(api, settings, '/v2/listinfo');
  if (!isLists.Check(body)) throw new ProviderFailure('not_understood', `${TITLE} returned no information about lists`);
  const loaded = Object.entries(body.lists ?? {}).filter(([, entries]) => entries > 0);
  if (loaded.length === 0) throw new ProviderFailure('failed', `${TITLE} has not loaded its lists yet`);
  return Object.fromEntries(loaded);
}

/** The best first; an entry that several queries found once, and one more than an alert is raised for. */
async function entitiesLike(
  subject: ScreeningSubjectRequest,
  threshold: number,
  api: ProviderApi,
  settings: Settings,
): Promise<Entity[]> {
  const asked = pathsOf(subject, threshold, MAX_MATCHES + 1).map(async (path) => {
    const body = await get(api, settings, path);
    if (!isSearch.Check(body)) throw new ProviderFailure('not_understood', `${TITLE} returned no entities`);
    return body.entities ?? [];
  });
  const entities = (await Promise.all(asked)).flat().filter(({ match }) => match >= threshold);
  const best = new Map<string, Entity>();
  for (const entity of entities.sort((a, b) => b.match - a.match)) {
    const id = `${entity.sourceList}:${entity.sourceID}`;
    if (!best.has(id)) best.set(id, entity);
  }
  return [...best.values()];
}

function findingOf(entity: Entity, { role, name }: ScreeningSubjectRequest): Finding {
  const match = {
    list: entity.sourceList,
    entry_id: entity.sourceID,
    topics: topicsOf(entity),
    subject: role,
    subject_name: name,
    matched_name: entity.name,
    score: entity.match,
  };
  return matchFinding(TITLE, match, {
    entity_type: entity.entityType,
    programs: entity.sanctionsInfo?.programs ?? [],
    birth_date: entity.person?.birthDate?.slice(0, 10) ?? null,
  });
}
