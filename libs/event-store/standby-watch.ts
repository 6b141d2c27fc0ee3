import type { Database, LockHolder } from '@probity/persistence/database';
import { type Clock, systemClock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { Checkpoint, EventStore } from './event-store';
import type { SavedCheckpoint } from './saved-checkpoint';

const LOOK_EVERY_MS = 10_000;
const BLOCKED_AFTER_MS = 60_000;
/** Meanwhile a standby does not take over. With events in Postgres, an open transaction would keep the read waiting. */
const READ_EVENTS_MS = 1_000;

export interface Watched {
  /** of the follower */
  name: string;
  lock: string;
  prefix: string;
  leftOut?: readonly string[];
  store: EventStore;
  database: Database;
  logger: Logger;
  now?: Clock;
}

/** Events wait, and the session that holds the lock of the follower does not handle them. */
export interface Blocked {
  since: Date;
  /** names the lock and its session */
  problem: string;
}

/**
 * Notices on standby that no process follows the events, although a session holds the lock: for example a process that was
 * stopped by a signal, or a person with a login for the database. An active follower that is slow moves its place.
 */
export class StandbyWatch {
  private lookedAt = -Infinity;
  /** undefined: not read yet */
  private seen: { place: Checkpoint | undefined } | undefined;
  /** since when it is known that events wait behind the place */
  private waitingSince: Date | undefined;
  private current: Blocked | undefined;

  constructor(
    private readonly watched: Watched,
    private readonly saved: Pick<SavedCheckpoint, 'read'>,
    private readonly stopping: AbortSignal,
  ) {}

  get blocked(): Blocked | undefined {
    return this.current;
  }

  /** Call it often on standby. It reads only every ten seconds. */
  async look(): Promise<void> {
    const now = (this.watched.now ?? systemClock)();
    if (now.getTime() - this.lookedAt < LOOK_EVERY_MS) return;
    this.lookedAt = now.getTime();
    const place = await this.saved.read();
    if (!this.seen || this.seen.place !== place) {
      this.end();
      this.seen = { place };
      return;
    }
    if (!this.waitingSince && (await this.doEventsWait(place))) this.waitingSince = now;
    const since = this.waitingSince;
    if (this.current || !since || now.getTime() - since.getTime() < BLOCKED_AFTER_MS) return;
    await this.begin(since);
  }

  /** Call it when the place moves, or this process becomes the active one. */
  end(): void {
    this.seen = undefined;
    this.waitingSince = undefined;
    if (!this.current) return;
    this.current = undefined;
    this.watched.logger.info({ follower: this.watched.name }, 'the events that waited are handled again');
  }

  private async begin(since: Date): Promise<void> {
    const { name, lock, database, logger } = this.watched;
    const holder = await database.holderOf(lock);
    if (!holder) return; // the lock is free now
    const problem = `events wait, and the session that holds the lock "${lock}" does not handle them: ${shown(holder)}`;
    this.current = { since, problem };
    logger.warn({ follower: name, lock, ...holder, since }, problem);
  }

  private async doEventsWait(place: Checkpoint | undefined): Promise<boolean> {
    const { name, prefix, store, leftOut, logger } = this.watched;
    const until = AbortSignal.any([this.stopping, AbortSignal.timeout(READ_EVENTS_MS)]);
    try {
      for await (const { events } of store.readToEnd(prefix, place, until, leftOut)) if (events.length > 0) return true;
    } catch (err) {
      // The active follower has the same trouble and reports it, and so does the readiness check of the event store.
      logger.debug({ err, follower: name }, 'cannot read whether events wait');
    }
    return false;
  }
}

const shown = ({ pid, role, application }: LockHolder): string =>
  `pid ${pid}, role ${role}, application "${application}"; see pg_stat_activity and pg_locks, and end it with ` +
  `"SELECT pg_terminate_backend(${pid})" if it is a process that hangs or no process of Probity`;
