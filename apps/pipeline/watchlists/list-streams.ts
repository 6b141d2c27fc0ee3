import { Injectable } from '@nestjs/common';
import type { WatchlistEvent } from '@probity/contracts/watchlists/events';
import {
  asAnswer,
  causedBy,
  EventStore,
  type InlineProjection,
  NO_STREAM,
  WrongExpectedRevision,
} from '@probity/event-store/event-store';
import { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import {
  projectWatchlistEvents,
  type RecordedWatchlistEvent,
} from '@probity/read-side/watchlists/watchlist-projection';
import { lastProjected } from './catch-up';
import { InTurn } from './in-turn';

const MAX_TRIES = 20;
const REFLECTED = 'SELECT revision FROM pipeline.watchlists WHERE stream = $1';

const projection: InlineProjection = (sql, events) => projectWatchlistEvents(sql, events as RecordedWatchlistEvent[]);

/** Appends to the streams of lists: one change of a list after the other. */
@Injectable()
export class ListStreams {
  private readonly turns = new InTurn();

  constructor(
    private readonly database: Database,
    private readonly events: EventStore,
  ) {}

  /**
   * Appends what `decide` answers; nothing when it answers nothing. The read side of the list is as new as
   * its stream when `decide` runs. It runs again when another process was faster, so it must read what it
   * decides on.
   */
  change(stream: string, decide: () => Promise<WatchlistEvent | undefined>, traceparent?: string): Promise<void> {
    return this.turns.run(stream, async () => {
      for (let tries = 1; tries <= MAX_TRIES; tries++) {
        const revision = await this.catchUp(stream);
        const event = await decide();
        if (!event) return;
        try {
          const identified = { ...event, id: newId(), ...causedBy(traceparent) };
          await this.events.append(stream, revision, [identified], projection);
          return;
        } catch (error) {
          if (!(error instanceof WrongExpectedRevision)) throw asAnswer(error);
        }
      }
      throw new Refusal('overloaded', 'busy', 'others keep changing the list; nothing was done, try again');
    });
  }

  /** Brings the read side of the list up to its stream; answers the last revision. */
  async catchUp(stream: string): Promise<number> {
    const reflected = { text: REFLECTED, values: [stream] };
    const last = await lastProjected(this.events, this.database, projection, stream, reflected);
    return last?.revision ?? NO_STREAM;
  }
}
