import {
  LIST_SOURCE_STREAM_PREFIX,
  type ListSourceEvent,
  listSourceStream,
  type WatchlistSourceSet,
} from '@probity/contracts/list-sources/events';
import type { Aggregate } from '@probity/event-store/aggregate';
import {
  LIST_SOURCE_ROW,
  LIST_SOURCE_TABLES,
  projectListSourceEvents,
  LIST_SOURCE_AUDIT,
} from '@probity/read-side/watchlists/source-projection';

/** The state of the source of a list that its decisions use. */
export interface ListSourceState {
  /** counts the sources that the list has had */
  version: number;
  /** undefined after it was removed */
  source: WatchlistSourceSet | undefined;
}

/** From where a shared list is fetched, identified by the name of the list. */
export const LIST_SOURCE: Aggregate<ListSourceState, ListSourceEvent> = {
  name: 'list source',
  kind: 'list-sources',
  prefix: LIST_SOURCE_STREAM_PREFIX,
  stream: listSourceStream,
  evolve,
  tenantOf: () => null,
  row: LIST_SOURCE_ROW,
  tables: LIST_SOURCE_TABLES,
  audit: LIST_SOURCE_AUDIT,
  projection: projectListSourceEvents,
};

function evolve(before: ListSourceState | undefined, { type, data }: ListSourceEvent): ListSourceState {
  const { version = 0, source } = before ?? {};
  switch (type) {
    case 'WatchlistSourceSet':
      return { version: data.version, source: data };
    case 'WatchlistSourceRemoved':
      return { version, source: undefined };
    case 'WatchlistSourceResealed':
      return { version, source: source && { ...source, sealed_queries: data.sealed_queries } };
  }
}
