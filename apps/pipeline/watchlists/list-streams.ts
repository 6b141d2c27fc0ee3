import { Injectable } from '@nestjs/common';
import type { WatchlistEvent } from '@probity/contracts/watchlists/events';
import { asAnswer, causedBy, EventStore, NO_STREAM, WrongExpectedRevision } from '@probity/event-store/event-store';
import { projectStream } from '@probity/event-store/project-stream';
import { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import {
  projectWatchlistEvents,
  type RecordedWatchlistEvent,
} from '@probity/read-side/watchlists/watchlist-projection';
import type { InlineProjection } from '@probity/event-store/event-store';
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

  /** Projects what a crash left between an append and its projection; answers the last revision. */
  async catchUp(stream: string): Promise<number> {
    const last = await this.events.lastEvent(stream);
    if (!last) return NO_STREAM;
    const { rows } = await this.database.query<{ revision: string }>(REFLECTED, [stream]);
    const reflected = rows[0] ? Number(rows[0].revision) : NO_STREAM;
    if (reflected < last.revision) await projectStream(this.events, this.database, projection, [last]);
    return last.revision;
  }
}
