import { Injectable } from '@nestjs/common';
import { WATCHLIST_STREAM_PREFIX, type WatchlistEvent } from '@probity/contracts/watchlists/events';
import type { Aggregate } from '@probity/event-store/aggregate';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import {
  projectWatchlistEvents,
  WATCHLIST_ROW,
  WATCHLIST_TABLES,
} from '@probity/read-side/watchlists/watchlist-projection';
import { InTurn } from '@probity/platform/in-turn';
import { WATCHLIST_AUDIT } from '@probity/read-side/watchlists/watchlist-audit';

/** A list, identified by its stream. Its entries are only on the read side, because there are so many. */
export const LIST: Aggregate<WatchlistEvent, WatchlistEvent> = {
  name: 'watchlist',
  kind: 'watchlists',
  prefix: WATCHLIST_STREAM_PREFIX,
  stream: (stream) => stream,
  evolve: (_before, event) => event,
  tenantOf: ({ data }) => ('tenant_id' in data ? data.tenant_id : null),
  row: WATCHLIST_ROW,
  tables: WATCHLIST_TABLES,
  audit: WATCHLIST_AUDIT,
  projection: projectWatchlistEvents,
  decidesOnReadSide: true,
};

/** Appends to the streams of lists, one change of a list after the other. */
@Injectable()
export class ListStreams {
  private readonly turns = new InTurn();

  constructor(private readonly store: AggregateStore) {}

  /**
   * Appends the events that `decide` returns, if any. The read side of the list reflects its stream when `decide`
   * runs. `decide` runs again after a concurrent change, so it must read the state that it decides on.
   *
   * @throws Refusal `contention`, `outcome_unknown`
   */
  change(stream: string, decide: () => Promise<WatchlistEvent | undefined>): Promise<void> {
    return this.turns.run(stream, async () => {
      await this.store.change(LIST, stream, async () => {
        const event = await decide();
        return event && { events: [event] };
      });
    });
  }

  /** Projects the list up to the end of its stream. */
  async catchUp(stream: string): Promise<void> {
    await this.store.load(LIST, stream);
  }
}
