import Type from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { resealed, Timestamp } from '../fields';
import { officer } from '../staff/officer';
import { LIST_SOURCE_EVENTS } from '../topics';
import { EVERY_HOURS, MAX_FILE_BYTES, STALE_AFTER_HOURS } from './limits';
import { sourceFields } from './views';

/** Not `watchlist-…`: no prefix of streams may begin with another one, because followers read streams by prefix. */
export const LIST_SOURCE_STREAM_PREFIX = 'list-source-';
/** The stream of the source of a list that all tenants share. */
export const listSourceStream = (list: string): string => `${LIST_SOURCE_STREAM_PREFIX}${list}`;

const sourceFact = factsOf({
  service: 'pipeline',
  prefix: LIST_SOURCE_STREAM_PREFIX,
  topic: LIST_SOURCE_EVENTS,
  idPattern: '[a-z0-9]+(?:-[a-z0-9]+)*',
  idField: 'list',
});

export const WatchlistSourceSet = sourceFact('WatchlistSourceSet', {
  summary:
    'An operator set from which addresses a list that all tenants share is fetched, and how often. It replaces the ' +
    'source before it. How fetches end is no event; a new version of the list is `WatchlistImported`.',
  data: Type.Object({
    ...sourceFields,
    version: Type.Integer({ minimum: 1, description: 'counts the sources of the list' }),
    sealed_queries: Type.Optional(Type.String({ description: 'the queries of the addresses, if any' })),
    ...officer,
    reason: Type.String(),
    set_at: Timestamp,
  }),
  withheld: ['sealed_queries'],
  example: {
    every_hours: EVERY_HOURS.default,
    stale_after_hours: STALE_AFTER_HOURS.default,
    max_bytes: MAX_FILE_BYTES.default,
  },
});

export const WatchlistSourceRemoved = sourceFact('WatchlistSourceRemoved', {
  summary: 'An operator removed the source of a list. The list stays as it is, and is fetched no more.',
  data: Type.Object({ list: Type.String(), ...officer, reason: Type.String(), removed_at: Timestamp }),
});

export const WatchlistSourceResealed = sourceFact('WatchlistSourceResealed', {
  summary:
    'Probity sealed the queries of the addresses of a list again, because the master key changed. They are the same ' +
    'queries.',
  data: Type.Object({ list: Type.String(), sealed_queries: Type.String(), ...resealed }),
  withheld: ['sealed_queries'],
});

export type WatchlistSourceSet = DataOf<typeof WatchlistSourceSet>;

export const LIST_SOURCE_FACTS = [WatchlistSourceSet, WatchlistSourceRemoved, WatchlistSourceResealed] as const;
export type ListSourceEvent = EventOf<(typeof LIST_SOURCE_FACTS)[number]>;
