import type { Database } from '@probity/persistence/database';
import { newId } from '@probity/platform/ids';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import type { TimeSource } from '@probity/platform/time-source';
import { type EventStore, NO_STREAM, StreamCutOff } from '../event-store';
import { inBatches } from '../rebuild/read-streams';
import { REPEAT_FOR_MS, untilKnown } from '../until-known';
import { AuthenticatingEventStore } from './authenticating-event-store';
import type { EventAuthentication } from './event-authentication';
import { hashAfter, NO_EVENTS } from './event-mac';
import { hasStreams } from './has-streams';
import {
  isCompletion,
  type StreamsTakenOver,
  streamsIn,
  type TakenOverStream,
  type TakeoverCompleted,
} from './taken-over';

/** Streams of one event, and of one query. */
const STREAMS_AT_ONCE = 100;
/** Then other work of the process and of the stores comes before the next batch. */
const REST_MS = 20;
const LOOK_AGAIN_MS = 5_000;
const SAY_EVERY_MS = 10_000;

export interface TakeoverParts {
  authentication: EventAuthentication;
  /** as it is, without authentication */
  store: EventStore;
  database: Database;
  logger: Logger;
  time: TimeSource;
  /** Resolves when nothing adds events without MACs any more, or changes stored ones; also when the signal is aborted. */
  untilQuiet: (signal: AbortSignal) => Promise<void>;
  /** Resolves when all instances have been able to `learn` keys for a while; also when the signal is aborted. */
  untilAllLearn: (signal: AbortSignal) => Promise<void>;
}

/**
 * Takes over the events that versions without MACs stored: records for each of their streams the last one and a hash of
 * all up to it. Until that is complete, events without MACs count as authentic. A service does it once: a key that signs
 * from then on says that it is complete, so that deleting its events does not begin it again. See `EventKeys`.
 *
 * Guarantees: several instances may run it, and it continues after a crash where it was. One stream is read at a time,
 * and a few events are in memory.
 */
export class Takeover {
  private readonly stopping = new AbortController();
  private readonly records: EventStore;
  private running: Promise<void> | undefined;
  private hasReportedLoss = false;

  constructor(private readonly parts: TakeoverParts) {
    this.records = new AuthenticatingEventStore(parts.store, parts.authentication);
  }

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Whether it is complete, by this or another instance. Call it before the service reads events. */
  async look(): Promise<boolean> {
    const { keys, takenOver } = this.parts.authentication;
    const mustBeComplete = keys.sayComplete; // asked first: another instance may complete it meanwhile
    takenOver.state.streams ??= await this.completion();
    const isComplete = takenOver.state.streams !== undefined;
    if (mustBeComplete && !isComplete) this.reportLoss();
    return isComplete;
  }

  private async run(): Promise<void> {
    const { database, logger, authentication } = this.parts;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const lock = await database.tryLock(`take over events ${authentication.service}`);
        try {
          if (lock) await this.advance(AbortSignal.any([lock.lost, signal]));
        } finally {
          lock?.release();
        }
        if (await this.look()) return await this.bindToKey();
        if (authentication.keys.sayComplete) return;
      } catch (err) {
        logger.warn({ err }, 'cannot take over the events of older versions; retrying');
      }
      await pause(LOOK_AGAIN_MS, signal);
    }
  }

  /** Adds the key that says that the takeover is complete, and signs with it when all instances can have learned it. */
  async bindToKey(): Promise<void> {
    const { authentication, logger, time, untilAllLearn } = this.parts;
    const { keys } = authentication;
    const { signal } = this.stopping;
    if (keys.sayComplete) return keys.useNewest();
    await untilAllLearn(signal);
    if (signal.aborted) return;
    await keys.addComplete(time.now());
    await untilAllLearn(signal);
    if (signal.aborted) return;
    keys.useNewest();
    logger.info({ key: keys.currentId }, 'events have a key now that binds the takeover of older events');
  }

  /**
   * Takes over what is left. Returns early when the signal is aborted. Another process that does the same fails with
   * WrongExpectedRevision, or this one does.
   */
  async advance(signal: AbortSignal): Promise<void> {
    const { database, logger, authentication } = this.parts;
    const { takenOver, ownStream, keys } = authentication;
    const isComplete = await this.look();
    if (!isComplete && keys.sayComplete) return;
    if (isComplete && (await takenOver.count()) >= takenOver.state.streams!) return;
    let [revision, streams] = [NO_STREAM, 0];
    for await (const chunk of this.records.readStream(ownStream)) {
      await database.transaction((sql) => takenOver.project(sql, chunk));
      streams += chunk.reduce((sum, event) => sum + streamsIn(event).length, 0);
      revision = chunk.at(-1)!.revision;
    }
    if (isComplete) return;

    if (await hasStreams(this.parts.store, authentication.prefixes)) {
      logger.warn('events of older versions have no MAC yet; taking them over when no older instance runs');
      await this.parts.untilQuiet(signal);
      let saidAt = performance.now();
      for await (const found of this.findStreams(signal)) {
        const data = { service: authentication.service, streams: found, taken_over_at: this.now() };
        revision = await this.record(revision, { type: 'StreamsTakenOver', data });
        streams += found.length;
        if (performance.now() - saidAt < SAY_EVERY_MS) continue;
        saidAt = performance.now();
        logger.info({ streams }, 'taking over the events of older versions');
      }
    }
    if (signal.aborted) return;
    const data = { service: authentication.service, streams, completed_at: this.now() };
    await this.record(revision, { type: 'TakeoverCompleted', data });
    takenOver.state.streams = streams;
    if (streams > 0) logger.info({ streams }, 'took over the events of older versions; all others need a MAC now');
  }

  /** How many streams were taken over; undefined while it is not complete. */
  private async completion(): Promise<number | undefined> {
    const { keys } = this.parts.authentication;
    try {
      return (await this.recordedCompletion()) ?? (keys.needTakeover ? undefined : 0);
    } catch (error) {
      if (!(error instanceof StreamCutOff && keys.sayComplete)) throw error;
      return keys.needTakeover ? undefined : 0;
    }
  }

  /** Others may have added events after the last one. */
  private async recordedCompletion(): Promise<number | undefined> {
    const { ownStream } = this.parts.authentication;
    const last = await this.records.lastEvent(ownStream);
    if (!last || isCompletion(last)) return last?.data.streams;
    for await (const chunk of this.records.readStream(ownStream)) {
      const completed = chunk.find(isCompletion);
      if (completed) return completed.data.streams;
    }
    return undefined;
  }

  private reportLoss(): void {
    if (this.hasReportedLoss) return;
    this.hasReportedLoss = true;
    const { authentication, logger } = this.parts;
    logger.error(
      { stream: authentication.ownStream },
      'the stream with the events that were taken over lacks its end, although a key says that it was complete; an event ' +
        'without a MAC is damaged unless event_store.taken_over_streams still has its stream; restore the stream from a ' +
        'backup, and restart the service',
    );
  }

  /** Yields the streams that have events without MACs, and that are not recorded yet. */
  private async *findStreams(signal: AbortSignal): AsyncIterable<TakenOverStream[]> {
    const { authentication, store } = this.parts;
    let found: TakenOverStream[] = [];
    for (const prefix of authentication.prefixes) {
      for await (const streams of inBatches(store.listStreams(prefix), STREAMS_AT_ONCE)) {
        const recorded = await authentication.takenOver.find(streams);
        for (const stream of streams) {
          if (signal.aborted) return;
          const taken = recorded.has(stream) ? undefined : await this.summary(stream);
          if (taken) found.push(taken);
        }
        if (found.length >= STREAMS_AT_ONCE) {
          yield found;
          found = [];
        }
        await pause(REST_MS, signal);
      }
    }
    if (found.length > 0) yield found;
  }

  /** Undefined when all events of the stream have a MAC. */
  private async summary(stream: string): Promise<TakenOverStream | undefined> {
    let summary: TakenOverStream | undefined;
    let hash = NO_EVENTS;
    for await (const chunk of this.parts.store.readStream(stream)) {
      for (const event of chunk) {
        hash = hashAfter(hash, event);
        if (event.metadata?.mac !== undefined || event.isForeign) continue;
        summary = { stream, revision: event.revision, hash: hash.toString('hex') };
      }
    }
    return summary;
  }

  /** Returns the revision of the event. */
  private async record(after: number, event: StreamsTakenOver | TakeoverCompleted): Promise<number> {
    const { takenOver, ownStream } = this.parts.authentication;
    const identified = [{ ...event, id: newId() }];
    const append = () =>
      this.records.append(ownStream, after, identified, (sql, events) => takenOver.project(sql, events));
    await untilKnown(append, REPEAT_FOR_MS);
    return after + 1;
  }

  private now(): string {
    return this.parts.time.now().toISOString();
  }
}
