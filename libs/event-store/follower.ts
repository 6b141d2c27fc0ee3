import type { Database, Lock } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import type { Checkpoint, EventStore, RecordedEvent } from './event-store';

const STANDBY_LOOK_MS = 1_000;
const AFTER_TROUBLE_MS = 1_000;
const SMALL_BATCH = 250;
/** How often the checkpoint is saved while all that happens is in streams that are not followed. */
const SAVE_WITHOUT_EVENTS_MS = 1_000;

const READ_CHECKPOINT = 'SELECT checkpoint FROM event_store.checkpoints WHERE follower = $1';
const SAVE_CHECKPOINT = `
  INSERT INTO event_store.checkpoints (follower, checkpoint) VALUES ($1, $2)
  ON CONFLICT (follower) DO UPDATE SET checkpoint = excluded.checkpoint, saved_at = now()`;

/** What is done with the events, for as long as this process is the one that follows. */
export interface FollowerTurn {
  /** Deals with the events; when it resolves, the checkpoint moves past them. */
  handle(events: RecordedEvent[]): Promise<void>;
  /** The turn is over. */
  end(): Promise<void>;
}

export interface FollowerOptions {
  /** under which the checkpoint is kept, and of which one process at a time is active */
  name: string;
  /** streams to follow */
  prefix: string;
  store: EventStore;
  database: Database;
  logger: Logger;
  /**
   * How long it rests after a small batch, so that the next one is worth its cost; default: not at all.
   * A follower that has fallen behind does not rest.
   */
  restMs?: number;
  /** Called each time this process becomes the active one. */
  begin: () => Promise<FollowerTurn>;
}

export type FollowerState = 'starting' | 'standby' | 'active' | 'in trouble';

/**
 * Follows all streams with a prefix, from a checkpoint that is saved after the events were dealt with.
 * Of all processes that follow under the same name one is active; another takes over within seconds.
 *
 * Guarantees: every event is dealt with at least once, those of a stream in order. After trouble the
 * follower goes on from the last checkpoint, so some come again.
 */
export class Follower {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private current: FollowerState = 'starting';

  constructor(private readonly options: FollowerOptions) {}

  get state(): FollowerState {
    return this.current;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Finishes what is under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const lock = await this.options.database.tryLock(`follower ${this.options.name}`);
        if (lock) await this.follow(lock);
        else {
          this.current = 'standby';
          await pause(STANDBY_LOOK_MS, signal);
        }
      } catch (err) {
        this.current = 'in trouble';
        this.options.logger.warn({ err, follower: this.options.name }, 'cannot follow the events now');
        await pause(AFTER_TROUBLE_MS, signal);
      }
    }
  }

  private async follow(lock: Lock): Promise<void> {
    const { name, prefix, store, database, logger, begin, restMs = 0 } = this.options;
    const over = AbortSignal.any([lock.lost, this.stopping.signal]);
    let turn: FollowerTurn | undefined;
    try {
      turn = await begin();
      const { rows } = await database.query<{ checkpoint: Checkpoint }>(READ_CHECKPOINT, [name]);
      logger.info({ follower: name, after: rows[0]?.checkpoint }, 'follows the events');
      this.current = 'active';
      let savedAt = performance.now();
      for await (const { events, checkpoint } of store.subscribe(prefix, rows[0]?.checkpoint, over)) {
        if (over.aborted) break;
        if (events.length > 0) await turn.handle(events);
        if (lock.lost.aborted) break;
        if (events.length > 0 || performance.now() - savedAt >= SAVE_WITHOUT_EVENTS_MS) {
          await database.query(SAVE_CHECKPOINT, [name, checkpoint]);
          savedAt = performance.now();
        }
        if (restMs > 0 && events.length > 0 && events.length < SMALL_BATCH) await pause(restMs, over);
      }
      if (lock.lost.aborted && !this.stopping.signal.aborted) throw new Error('the lock was lost');
    } finally {
      // Always released, because otherwise no process could follow again; and last, so that two turns never overlap.
      await turn?.end().finally(() => lock.release());
      if (!turn) lock.release();
    }
  }
}
