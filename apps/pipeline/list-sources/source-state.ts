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
  evolve: (before, { type, data }) =>
    type === 'WatchlistSourceSet'
      ? { version: data.version, source: data }
      : { version: before?.version ?? 0, source: undefined },
  tenantOf: () => null,
  row: LIST_SOURCE_ROW,
  tables: LIST_SOURCE_TABLES,
  audit: LIST_SOURCE_AUDIT,
  projection: projectListSourceEvents,
};
