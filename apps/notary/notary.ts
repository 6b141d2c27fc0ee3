import { logStream, PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventDamaged } from '@probity/event-store/damaged';
import { Contradictions } from '@probity/persistence/contradictions';
import { type EventStore, type RecordedEvent, StreamCutOff } from '@probity/event-store/event-store';
import { hadEvents } from '@probity/event-store/rebuild/read-streams';
import { Follower, type FollowerTurn } from '@probity/event-store/follower';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { Sealer } from '@probity/platform/sealing';
import { CheckpointCopies, type CopyOptions } from './copies/copies';
import { CHECKPOINT_KEY, logOfKeys } from './keys/checkpoint-key';
import { CheckpointKeys } from './keys/checkpoint-keys';
import { CheckpointKeyUnreadable } from './keys/checkpoint-key-unreadable';
import { type Candidate, candidatesOf, NEVER_LOGGED } from './leaves/candidate';
import { loggedBefore } from './leaves/logged-before';
import { LastHeads } from './leaves/last-heads';
import { SignedHeads } from './leaves/signed-heads';
import { sortOut, type SortedOut, type Stopped } from './leaves/sort-out';
import { UnloggedEvents } from './leaves/unlogged-events';
import { isDamage } from './logs/log-damage';
import { StoppedLogs } from './logs/stopped-logs';
import { StoppedStreams } from './logs/stopped-streams';
import { TenantLogs } from './logs/tenant-logs';
import { UnloggedWatch, type WatchTimes } from './logs/unlogged-watch';

/** After it signed logs, the notary rests so long if no more events wait, so that many events share a signature. */
const REST_MS = 500;

export interface NotaryDependencies {
  /** without keys of personal data: logs have events as they are stored */
  events: EventStore;
  database: Database;
  sealer: Sealer;
  logger: Logger;
  now: Clock;
  restMs?: number;
  /** where checkpoints are copied to; default: nowhere */
  copies?: CopyOptions;
  /** of the search for events that no log has */
  watch?: WatchTimes;
}

/**
 * Appends all events to the logs of their tenants, and signs the heads of the logs and of their ledgers. Of all
 * processes, one is active.
 *
 * Guarantees: no event is in a log twice or missing from it, wherever a process ends, and however often events are
 * delivered. Any two checkpoints of a log are consistent. A log that an event or a copy outside contradicts stops, and the
 * others go on. A stream with an event that cannot be logged, and that contradicts nothing that was signed, stops alone.
 */
export class Notary {
  private readonly follower: Follower;
  private readonly stopping = new AbortController();
  readonly keys: CheckpointKeys;
  private readonly logs: TenantLogs;
  private readonly heads: LastHeads;
  readonly stopped: StoppedLogs;
  readonly stoppedStreams: StoppedStreams;
  readonly copies: CheckpointCopies;
  readonly unlogged: UnloggedWatch;
  /** whether this process has looked whether stopped logs can go on */
  private tried = false;
  private waitingSince: Date | undefined;
  /** the end of the last batch of events, in this turn */
  private handledAt: Date | undefined;
  /** when no more events waited */
  private idleAt: Date | undefined;

  constructor(private readonly options: NotaryDependencies) {
    const { events: store, database, sealer, logger, now, restMs = REST_MS } = options;
    const { copies = { targets: [] } } = options;
    const aggregates = new AggregateStore(store, database);
    this.keys = new CheckpointKeys(aggregates, sealer, now);
    this.heads = new LastHeads(store, new SignedHeads(this.keys), (log) => this.logs.isPrepared(log));
    this.logs = new TenantLogs(store, database, this.keys, this.heads, now);
    const contradictions = new Contradictions(database);
    this.stopped = new StoppedLogs(database, contradictions, logger, now);
    this.stoppedStreams = new StoppedStreams(database, contradictions, logger, now);
    const { keys, stopped } = this;
    this.copies = new CheckpointCopies(
      { events: store, store: aggregates, database, keys, stopped, contradictions, logger, now },
      copies,
    );
    this.unlogged = new UnloggedWatch(
      {
        events: new UnloggedEvents({ events: store, sql: database, keys }),
        contradictions,
        database,
        logger,
        now,
        idleAt: () => (this.isIdle() ? now() : this.idleAt),
        beside: () => this.stoppedStreams.agree(),
      },
      options.watch,
    );
    const begin = () => this.begin();
    const what = { name: 'notary', prefix: '', leftOut: NEVER_LOGGED };
    this.follower = new Follower({ ...what, store, database, logger, restMs, now, begin });
  }

  /** @throws CheckpointKeyUnreadable when the master key is not that of the installation */
  async start(): Promise<void> {
    await this.keys.checkMasterKey(this.options.database);
    this.follower.start();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.follower.stop();
  }

  /** @throws Error when no process signs logs, as far as this one knows */
  checkReady(): Promise<void> {
    return this.follower.checkReady();
  }

  /**
   * Seconds since the oldest event arrived, or was found, that is in no log yet; 0 when there is none. On standby 0, unless
   * another session holds the lock and does not handle the events.
   */
  get lagSeconds(): number {
    const now = this.options.now().getTime();
    const since = [this.waitingSince, this.unlogged.oldest, this.follower.blocked?.since].map(
      (time) => time?.getTime() ?? now,
    );
    return (now - Math.min(...since)) / 1_000;
  }

  /** The follower does not rest while more events wait. */
  private isIdle(): boolean {
    const { now, restMs = REST_MS } = this.options;
    const isHandling = this.waitingSince !== undefined;
    return !isHandling && this.handledAt !== undefined && now().getTime() - this.handledAt.getTime() >= restMs;
  }

  get state(): Follower['state'] {
    return this.follower.state;
  }

  private async begin(): Promise<FollowerTurn> {
    this.logs.forget();
    this.keys.forget();
    const streams = await this.stoppedStreams.begin();
    if (this.tried) await this.stopped.read();
    else await this.tryStopped();
    await this.tryStreams(streams);
    await this.copies.begin();
    [this.handledAt, this.idleAt] = [this.options.now(), undefined];
    this.unlogged.begin();
    return {
      handle: async (events) => {
        if (this.isIdle()) this.idleAt = this.handledAt;
        await this.handle(events, (log) => this.stopped.has(log));
        this.handledAt = this.options.now();
      },
      end: async () => {
        this.waitingSince = undefined;
        await this.unlogged.end();
        await this.copies.end();
        this.stopped.end();
        this.stoppedStreams.end();
      },
    };
  }

  /**
   * Reads all events for the logs that had stopped when this process began. If they are as they were signed, because an
   * operator restored them, and the copies outside agree, the logs get what they lack and go on.
   */
  private async tryStopped(): Promise<void> {
    const { signal } = this.stopping;
    const logs = await this.copies.allowed(await this.stopped.read(), signal);
    if (logs.size > 0) {
      const isLeftOut = this.stopped.onlyTry(logs);
      for await (const { events } of this.options.events.readToEnd('', undefined, signal, NEVER_LOGGED))
        if (events.length > 0) await this.handle(events, isLeftOut);
      if (signal.aborted) return;
      await this.stopped.proceed(logs);
      await this.stopped.read(); // logs that were not tried stay stopped
    }
    this.tried = true;
  }

  /** Reads streams that were set aside, as rows say. Logs get what they lack of sound streams. */
  private async tryStreams(streams: string[]): Promise<void> {
    for (const stream of streams) {
      if (this.stopping.signal.aborted) return;
      this.stoppedStreams.tryAgain(stream);
      await this.tryStream(stream);
    }
    await this.stoppedStreams.proceed(streams);
  }

  private async tryStream(stream: string): Promise<void> {
    try {
      for await (const events of this.options.events.readStream(stream))
        await this.handle(events, (log) => this.stopped.has(log));
    } catch (error) {
      if (!(error instanceof StreamCutOff)) throw error;
      await this.stoppedStreams.stop(stream, { log: PLATFORM_LOG, revision: 0, problem: error.message });
    }
  }

  private async handle(events: RecordedEvent[], isLeftOut: (log: string) => boolean): Promise<void> {
    // Another process may have replaced a key. The checkpoint that has this event is signed with the new one.
    for (const { stream } of events) {
      const log = logOfKeys(stream);
      if (log !== undefined) this.keys.forget(log);
    }
    const { now } = this.options;
    const candidates = candidatesOf(events);
    if (candidates.length === 0) return;
    this.waitingSince ??= now();
    let { missing, contradictions, setAside } = await this.sorted(candidates, isLeftOut);
    // A process that was active before may have written to these logs, or not have projected what it wrote.
    const begun = await this.begun([...setAside.values()].map(({ log }) => log));
    if (await this.prepare(new Set([...missing.keys(), ...contradictions.keys(), ...begun])))
      ({ missing, contradictions, setAside } = await this.sorted(candidates, isLeftOut));
    for (const [log, leaves] of missing) await this.unlessDamaged(log, () => this.logs.append(log, leaves));
    for (const [log, contradiction] of contradictions) await this.stopped.stop(log, contradiction);
    for (const [stream, why] of setAside) await this.stoppedStreams.stop(stream, why);
    this.waitingSince = undefined;
  }

  /** Those of these logs that have events. An event that cannot be logged begins no log. */
  private async begun(logs: string[]): Promise<string[]> {
    const found: string[] = [];
    for (const log of new Set(logs)) if (await hadEvents(this.options.events, logStream(log))) found.push(log);
    return found;
  }

  private async sorted(candidates: Candidate[], isLeftOut: (log: string) => boolean): Promise<SortedOut> {
    const { database, events } = this.options;
    const stopped: Stopped = { log: isLeftOut, stream: (stream) => this.stoppedStreams.has(stream) };
    return sortOut(candidates, await loggedBefore(database, events, this.heads, candidates), stopped);
  }

  /** Returns whether the end of a log was read, or a log stopped. */
  private async prepare(logs: Iterable<string>): Promise<boolean> {
    let wasRead = false;
    for (const log of logs)
      wasRead = (await this.unlessDamaged(log, () => this.logs.prepare(log))) !== false || wasRead;
    return wasRead;
  }

  /** The log stops if its events, or those of its key, are the cause of a failure. */
  private async unlessDamaged<Result>(log: string, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      const key = CHECKPOINT_KEY.stream(log);
      const isOfKey =
        error instanceof CheckpointKeyUnreadable || (error instanceof EventDamaged && error.stream === key);
      await this.stopped.stop(log, { stream: isOfKey ? key : logStream(log), problem: error.message });
      return undefined;
    }
  }
}
