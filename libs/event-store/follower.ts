import { Contradictions } from '@probity/persistence/contradictions';
import type { Database, Lock } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import { concerning } from '@probity/platform/dependency-errors';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import type { Checkpoint, EventStore, RecordedEvent } from './event-store';
import { RESTORED_STORE } from './restored-store';
import { CHECKPOINTS, SavedCheckpoint } from './saved-checkpoint';
import { type Blocked, StandbyWatch } from './standby-watch';
import { Troubles } from './troubles';

const STANDBY_LOOK_MS = 1_000;
const AFTER_TROUBLE_MS = 1_000;
const LARGE_BATCH = 250;
/** for events that may not be handled yet; the clock of their writer may be wrong */
const MAX_WAIT_MS = 10_000;
/** How often the checkpoint is saved while new events are only in streams that are not followed. */
const SAVE_WITHOUT_EVENTS_MS = 1_000;

/** Handles the events while this process is the active follower. */
export interface FollowerTurn {
  /** Handles events. When it resolves, the follower saves the checkpoint after them. */
  handle(events: RecordedEvent[]): Promise<void>;
  /** Called when this process stops being the active follower, also after an error. */
  end(): Promise<void>;
}

export interface FollowerOptions {
  /** the name of the checkpoint and of the lock: of all followers with this name, only one is active at a time */
  name: string;
  /** the streams whose names begin with it are followed */
  prefix: string;
  store: EventStore;
  database: Database;
  logger: Logger;
  /**
   * How long the follower pauses after a batch, so that more events share the cost of the next batch; default: no pause.
   * A follower that is behind does not pause, and an event after a quiet time does not wait.
   */
  restMs?: number;
  /** where it saves its checkpoint; default: with those of the event store */
  checkpoints?: string;
  /** types of events that it does not get */
  leftOut?: readonly string[];
  /** shared with the other followers of the service; default: none are */
  troubles?: Troubles;
  /** when it may handle an event, in milliseconds since 1970; default: at once */
  followedFrom?: ((event: RecordedEvent) => number) | undefined;
  /** default: the system's */
  now?: Clock;
  /** Called before it handles the events after a place; undefined: all of them. */
  beforeFollowing?: ((after: Checkpoint | undefined) => Promise<void>) | undefined;
  /** Called each time this process becomes the active one. */
  begin: () => Promise<FollowerTurn>;
}

export type FollowerState = 'starting' | 'standby' | 'active' | 'in trouble';

/**
 * Follows all streams with a prefix, from a checkpoint that is saved after each batch was handled. Of all processes
 * with a follower of the same name, one is active. If it stops, another takes over within seconds.
 *
 * Guarantees: every event is handled at least once, and the events of a stream are handled in order. After an error,
 * the follower continues from the last checkpoint, so it handles some events again. If the event store was restored to an
 * older state, so that it lacks the place of the checkpoint, the follower begins with the first event; operators get a
 * notice. If another session holds the lock and handles nothing, a standby says so; it does not take the lock away.
 */
export class Follower {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private catchingUp: Promise<void> | undefined;
  private current: FollowerState = 'starting';
  /** whether the last trouble was with the events, not with the store */
  private failedHandling = false;
  private readonly troubles: Troubles;
  private readonly contradictions: Contradictions;
  private readonly saved: SavedCheckpoint;
  private readonly lock: string;
  private readonly standby: StandbyWatch;

  constructor(private readonly options: FollowerOptions) {
    this.troubles = options.troubles ?? new Troubles();
    this.contradictions = new Contradictions(options.database);
    this.saved = new SavedCheckpoint(options.database, options.checkpoints ?? CHECKPOINTS, options.name);
    this.lock = `follower ${options.name}`;
    this.standby = new StandbyWatch({ ...options, lock: this.lock }, this.saved, this.stopping.signal);
  }

  /** On standby: another session holds the lock, and does not handle the events that wait. */
  get blocked(): Blocked | undefined {
    return this.standby.blocked;
  }

  /** @throws Error when neither this process nor, as far as it knows, another one follows the events */
  checkReady(): Promise<void> {
    if (this.current !== 'active' && this.current !== 'standby')
      return Promise.reject(new Error(`the follower is ${this.current}`));
    return this.blocked ? Promise.reject(new Error(this.blocked.problem)) : Promise.resolve();
  }

  get state(): FollowerState {
    return this.current;
  }

  start(): void {
    this.running ??= this.run();
  }

  /**
   * Handles the events that were stored before the call and are not handled yet. Call it before `start`, to have them
   * handled before the process serves requests. Another process may be the active follower: it may not be there yet.
   * After an error, it continues from the last checkpoint. Resolves early when the follower is stopped.
   */
  catchUp(): Promise<void> {
    return (this.catchingUp = this.untilCaughtUp());
  }

  private async untilCaughtUp(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        return await this.handleStored();
      } catch (err) {
        await this.inTrouble(err);
      }
    }
  }

  private async handleStored(): Promise<void> {
    const { prefix, store, database, begin, leftOut } = this.options;
    const lock = await database.tryLock(this.lock);
    let turn: FollowerTurn | undefined;
    try {
      turn = await begin();
      const after = await this.place();
      for await (const { events, checkpoint } of store.readToEnd(prefix, after, this.stopping.signal, leftOut)) {
        await this.untilFollowed(events, this.stopping.signal);
        if (events.length > 0) await turn.handle(events);
        // The active follower saves how far it is itself.
        if (lock && !lock.lost.aborted) await this.saved.save(checkpoint);
      }
    } finally {
      await turn?.end().finally(() => lock?.release());
      if (!turn) lock?.release();
    }
  }

  /** Resolves after the current batch is handled. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.catchingUp, this.running]);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const lock = await this.options.database.tryLock(this.lock);
        if (lock) await this.follow(lock);
        else {
          this.troubles.end(this.options.name);
          this.current = 'standby';
          await this.standby.look();
          await pause(STANDBY_LOOK_MS, signal);
        }
      } catch (err) {
        await this.inTrouble(err);
      }
    }
  }

  /** Where to continue; undefined: with the first event. */
  private async place(): Promise<Checkpoint | undefined> {
    const place = await this.savedPlace();
    await this.options.beforeFollowing?.(place);
    return place;
  }

  private async savedPlace(): Promise<Checkpoint | undefined> {
    const { name, store, logger } = this.options;
    const checkpoint = await this.saved.read();
    if (checkpoint === undefined || (await store.hasPlace(checkpoint))) return checkpoint;
    const detail = `its log lacks the place ${checkpoint}, up to which ${name} had handled it`;
    const reported = new Error(detail);
    await this.contradictions.report(reported, RESTORED_STORE, detail);
    const about = { follower: name, checkpoint, err: reported.cause };
    logger.error(about, 'the event store was restored to an older state; the follower begins with the first event');
    return undefined;
  }

  private async untilFollowed(events: RecordedEvent[], signal: AbortSignal): Promise<void> {
    const { followedFrom, now = () => new Date() } = this.options;
    if (!followedFrom) return;
    const wait = Math.max(0, ...events.map(followedFrom)) - now().getTime();
    if (wait > 0) await pause(Math.min(wait, MAX_WAIT_MS), signal);
  }

  private async inTrouble(err: unknown): Promise<void> {
    // One line for each trouble, however many followers have it, and however often they try again.
    const level = this.troubles.begin(this.options.name, err) ? 'warn' : 'debug';
    this.current = 'in trouble';
    this.options.logger[level]({ err, follower: this.options.name }, 'cannot follow the events; retrying');
    await pause(AFTER_TROUBLE_MS, this.stopping.signal);
  }

  private async follow(lock: Lock): Promise<void> {
    const { name, prefix, store, logger, begin, restMs = 0, leftOut } = this.options;
    const over = AbortSignal.any([lock.lost, this.stopping.signal]);
    let turn: FollowerTurn | undefined;
    this.standby.end();
    try {
      turn = await begin();
      const after = await this.place();
      const active = (): void => {
        if (this.current === 'active') return;
        const level = this.current !== 'in trouble' || this.troubles.end(name) ? 'info' : 'debug';
        this.current = 'active';
        logger[level]({ follower: name, after }, 'following the events');
      };
      // After a trouble with the events themselves, the follower is well again when it has handled them.
      const subscribed = (): void => {
        if (this.current !== 'in trouble' || !this.failedHandling) active();
      };
      let savedAt = performance.now();
      const batches = store.subscribe(prefix, after, over, subscribed, leftOut);
      for await (const { events, checkpoint, more = events.length >= LARGE_BATCH } of batches) {
        await this.untilFollowed(events, over);
        if (over.aborted) break;
        this.failedHandling = true;
        if (events.length > 0) await turn.handle(events);
        this.failedHandling = false;
        active();
        if (lock.lost.aborted) break;
        if (events.length > 0 || performance.now() - savedAt >= SAVE_WITHOUT_EVENTS_MS) {
          await this.saved.save(checkpoint);
          savedAt = performance.now();
        }
        if (restMs > 0 && events.length > 0 && !more) await pause(restMs, over);
      }
      if (lock.lost.aborted && !this.stopping.signal.aborted)
        throw concerning('database', new Error('the lock was lost'));
    } finally {
      // The lock is always released, because otherwise no process could take over. It is released after the end of the
      // turn, so that two turns never overlap.
      await turn?.end().finally(() => lock.release());
      if (!turn) lock.release();
    }
  }
}
