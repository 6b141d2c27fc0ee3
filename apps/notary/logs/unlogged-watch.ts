import type { Contradictions } from '@probity/persistence/contradictions';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import { Repeatedly } from '@probity/platform/repeatedly';
import { shown } from '@probity/platform/shown';
import { LONGEST_REST_MS, SHARE } from '@probity/platform/with-rests';
import type { Unlogged, UnloggedEvents } from '../leaves/unlogged-events';

/** Further streams are looked at in a later round, when some of these are logged. */
const MAX_KEPT = 1_000;

export interface WatchTimes {
  /** how often it looks again at streams that are behind */
  lookMs: number;
  /** between two rounds through all streams */
  everyMs: number;
  /** a stream that is behind for so long is reported */
  lateMs: number;
}

const TIMES: WatchTimes = { lookMs: 10_000, everyMs: 5 * 60_000, lateMs: 60_000 };

export interface WatchParts {
  events: UnloggedEvents;
  contradictions: Contradictions;
  database: Pick<Database, 'oldestWriter'>;
  logger: Logger;
  now: Clock;
  /** when the follower last had no more events to handle; undefined: not yet */
  idleAt: () => Date | undefined;
  /** done each time it looks */
  beside: () => Promise<void>;
}

interface Behind extends Unlogged {
  since: Date;
  /** since when the notary could have the event: later than it was found if an open transaction held it back */
  free: Date;
  isReported: boolean;
}

/**
 * Looks for events that no log has although the follower of the notary has handled all that it was given: its place was
 * moved, or the events were hidden from it. Operators get a notice. It takes a small share of the time.
 *
 * Events that wait for an older open transaction are not hidden. They count as lag, and the log names the transaction.
 */
export class UnloggedWatch {
  private readonly behind = new Map<string, Behind>();
  private running: Repeatedly | undefined;
  private roundEnded: number | undefined;
  /** whether the log has named the transaction that holds events back */
  private isNamed = false;

  constructor(
    private readonly parts: WatchParts,
    private readonly times: WatchTimes = TIMES,
  ) {}

  begin(): void {
    const { logger } = this.parts;
    const failed = (err: unknown): void => logger.warn({ err }, 'cannot look for events that no log has; retrying');
    this.running = new Repeatedly(this.times.lookMs, (signal) => this.work(signal), failed);
    this.running.start();
  }

  /** Another process goes on. */
  async end(): Promise<void> {
    await this.running?.stop();
    this.behind.clear();
    this.roundEnded = undefined;
  }

  /** Since when it knows of an event that no log has. */
  get oldest(): Date | undefined {
    return [...this.behind.values()].map(({ since }) => since).sort((one, other) => +one - +other)[0];
  }

  /** The streams that were reported. */
  get reported(): string[] {
    return [...this.behind.values()].filter(({ isReported }) => isReported).map(({ stream }) => stream);
  }

  private async work(signal: AbortSignal): Promise<void> {
    await this.lookAgain();
    const { now, events } = this.parts;
    if (this.roundEnded !== undefined && now().getTime() - this.roundEnded < this.times.everyMs) return;
    let [begun, looked] = [performance.now(), performance.now()];
    for await (const found of events.inAll()) {
      if (signal.aborted) return;
      for (const unlogged of found) this.keep(unlogged);
      await pause(Math.min((performance.now() - begun) * (1 / SHARE - 1), LONGEST_REST_MS), signal);
      if (signal.aborted) return;
      begun = performance.now();
      if (begun - looked < this.times.lookMs) continue;
      await this.lookAgain();
      looked = performance.now();
    }
    this.roundEnded = now().getTime();
  }

  private keep(unlogged: Unlogged): void {
    if (this.behind.has(unlogged.stream) || this.behind.size >= MAX_KEPT) return;
    const now = this.parts.now();
    this.behind.set(unlogged.stream, { ...unlogged, since: now, free: now, isReported: false });
  }

  private async lookAgain(): Promise<void> {
    await this.parts.beside();
    const found = await this.parts.events.still([...this.behind.values()]);
    const still = new Map(found.map((unlogged) => [unlogged.stream, unlogged]));
    const now = this.parts.now();
    const idleAt = this.parts.idleAt();
    for (const behind of this.behind.values()) {
      const { stream, isReported } = behind;
      const { isHeldBack } = still.get(stream) ?? {};
      if (isHeldBack === undefined) this.behind.delete(stream);
      // It also counts from the first look after the end of the transaction: the follower begins to get events then.
      else if (isHeldBack || behind.isHeldBack) Object.assign(behind, { isHeldBack, free: now });
      // While many events wait, the follower gets to this one later.
      else if (!isReported && this.isLate(behind.free) && idleAt && idleAt > behind.free)
        behind.isReported = await this.report(behind);
    }
    await this.nameTransaction();
  }

  private isLate(since: Date): boolean {
    return this.parts.now().getTime() - since.getTime() >= this.times.lateMs;
  }

  /** Once for the time in which events are held back. */
  private async nameTransaction(): Promise<void> {
    const heldBack = [...this.behind.values()].filter(({ isHeldBack }) => isHeldBack);
    if (heldBack.length === 0) this.isNamed = false;
    const late = heldBack.find(({ since }) => this.isLate(since));
    if (this.isNamed || !late) return;
    this.isNamed = true;
    const { database, logger } = this.parts;
    // A prepared transaction has no session.
    const transaction = (await database.oldestWriter()) ?? 'see pg_stat_activity and pg_prepared_xacts';
    logger.warn({ transaction, since: late.since }, 'events wait for the end of an older transaction');
  }

  /** Returns whether the report is stored. */
  private async report({ stream, revision, log }: Unlogged): Promise<boolean> {
    const problem = `no log has the events from ${revision} on, because the notary did not get them`;
    const error = new Error(`${shown(stream)}: ${problem}`);
    await this.parts.contradictions.report(error, stream, problem);
    this.parts.logger.error({ stream, revision, log, err: error.cause }, 'events were hidden from the notary');
    return error.cause === undefined;
  }
}
