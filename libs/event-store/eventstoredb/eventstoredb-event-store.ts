import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb';
import type { Database } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import { Refusal, refusalOf } from '@probity/platform/errors';
import { dataText } from '../data-text';
import {
  AppendDenied,
  AppendNotSent,
  AppendRejected,
  type Checkpoint,
  EventStore,
  type InlineProjection,
  type NewEvent,
  NO_STREAM,
  type ReadBatch,
  type ReadOptions,
  type RecordedEvent,
  StreamCutOff,
  WrongExpectedRevision,
} from '../event-store';
import { projectStream } from '../project-stream';
import { type AppendAnswer, readAnswer } from './append-answer';
import { fromCheckpoint } from './checkpoint';
import type { Connection } from './connection';
import {
  AppendOutcomeUnknown,
  denied,
  EventStoreDbFailure,
  explain,
  isAccessDenied,
  ProjectionIncomplete,
  readFailure,
  streamReadFailure,
  StreamWasDeleted,
  unconfirmed,
} from './failures';
import { appendRequest, rightsRequest, streamRequest, subscriptionRequest } from './requests';
import { hasPlace } from './log-place';
import { eventsIn, lastCheckpoint } from './read-messages';
import { serialize } from './serialize';
import { belongsTo, hasUsableStream, streamOf } from './stored-event';
import { WholeStreams } from './whole-streams';

const CHUNK_SIZE = 500;
const MAX_PROJECTION_TRIES = 4;
const PROJECTION_RETRY_MS = 200;
const FIRST_IS_GONE = 'its first event is gone, because the stream was deleted or limited ($maxCount, $maxAge, $tb)';
/** The readiness check uses this stream, which never has events. */
const NO_SUCH_STREAM = 'probity-readiness';
/** A revision that no stream reaches: an append that expects it is checked for the right, and then refused. */
const NEVER_REACHED = 2 ** 50;

/**
 * Events in EventStoreDB (KurrentDB). An append and its projection are two steps: the events are already durable when
 * the projection begins its own Postgres transaction. Events that a crash leaves without a projection are projected
 * when the identical append is repeated, when the next append finds the read side behind, or by a follower.
 *
 * All calls except subscriptions go to the leader of a cluster, so that each call sees all earlier appends.
 */
export class EventStoreDbEventStore extends EventStore {
  readonly isAtomic = false;
  private readonly whole = new WholeStreams((stream) => this.readFirstEvent(stream));

  /**
   * @param connection may be shared by several stores; the caller closes it
   * @param database the database of the projections; the caller closes it
   */
  constructor(
    private readonly connection: Connection,
    private readonly database: Database,
  ) {
    super();
  }

  /**
   * @throws AppendOutcomeUnknown the server did not confirm the append
   * @throws ProjectionIncomplete the events are durable, the projection is not
   */
  async append(
    stream: string,
    expectedRevision: number,
    events: NewEvent[],
    projection: InlineProjection,
  ): Promise<RecordedEvent[]> {
    if (events.length === 0) return [];
    const recorded = events.map((event, index) => ({ ...event, stream, revision: expectedRevision + 1 + index }));
    if (expectedRevision !== NO_STREAM) await this.whole.check(stream);
    await this.store(stream, expectedRevision, recorded);
    await this.project(stream, recorded, projection);
    return recorded;
  }

  /** Retries while Postgres is unavailable. A projection skips events that it has already projected. */
  private async project(stream: string, recorded: RecordedEvent[], projection: InlineProjection): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await projectStream(this, this.database, projection, recorded);
      } catch (error) {
        if (tries === MAX_PROJECTION_TRIES || !isUnavailable(error)) throw new ProjectionIncomplete(stream, error);
        await delay(PROJECTION_RETRY_MS * tries);
      }
    }
  }

  async *readStream(
    stream: string,
    { from = 0, to = Number.MAX_SAFE_INTEGER, chunkSize = CHUNK_SIZE }: ReadOptions = {},
  ): AsyncIterable<RecordedEvent[]> {
    let next = from;
    while (next <= to) {
      const wanted = Math.min(chunkSize, to - next + 1);
      const read = await this.read(stream, streamRequest(stream, next, wanted));
      const events = read.filter(({ revision }) => revision <= to); // if older events are gone, the server starts later
      if (events.length > 0) yield events;
      if (read.length < wanted) return;
      next = read[read.length - 1]!.revision + 1;
    }
  }

  async lastEvent(stream: string): Promise<RecordedEvent | undefined> {
    const [event] = await this.read(stream, streamRequest(stream, 'end', 1));
    return event;
  }

  /**
   * Reads the whole log up to its end at the time of the call. Leaves out names that Postgres cannot store. The server
   * has a list of streams only if its system projections are switched on.
   */
  async *listStreams(prefix: string): AsyncIterable<string> {
    const request = subscriptionRequest(prefix, undefined);
    try {
      for await (const messages of this.connection.follow(request, { requiresLeader: true, keepsTalking: true })) {
        for (const message of messages) {
          const stored = message.getEvent()?.getEvent();
          const isFirst = stored?.getStreamRevision() === '0' && belongsTo(prefix, stored);
          if (isFirst && hasUsableStream(stored)) yield streamOf(stored);
          if (message.hasCaughtUp()) return;
        }
      }
    } catch (error) {
      throw readFailure(`listing the streams that begin with "${prefix}"`, error);
    }
  }

  /**
   * Reads from any node that the connection string allows. The server stops sending while the reader handles a batch
   * and several hundred events wait.
   */
  async *subscribe(
    prefix: string,
    after: Checkpoint | undefined,
    signal: AbortSignal,
    subscribed?: () => void,
    leftOut: readonly string[] = [],
  ): AsyncIterable<ReadBatch> {
    const request = subscriptionRequest(prefix, after === undefined ? undefined : fromCheckpoint(after), leftOut);
    const options = { signal, requiresLeader: false, keepsTalking: false };
    try {
      for await (const messages of this.connection.follow(request, options)) {
        subscribed?.();
        const checkpoint = lastCheckpoint(messages);
        if (checkpoint)
          yield { events: eventsIn(messages, (stored) => belongsTo(prefix, stored, leftOut)), checkpoint };
      }
    } catch (error) {
      throw new EventStoreDbFailure(`the subscription to the streams that begin with "${prefix}"`, error);
    }
  }

  /** Reads from the leader, which has every event that was stored before the call. */
  async *readToEnd(
    prefix: string,
    after: Checkpoint | undefined,
    signal: AbortSignal,
    leftOut: readonly string[] = [],
  ): AsyncIterable<ReadBatch> {
    const request = subscriptionRequest(prefix, after === undefined ? undefined : fromCheckpoint(after), leftOut);
    try {
      const options = { signal, requiresLeader: true, keepsTalking: true };
      for await (const messages of this.connection.follow(request, options)) {
        const checkpoint = lastCheckpoint(messages);
        if (checkpoint)
          yield { events: eventsIn(messages, (stored) => belongsTo(prefix, stored, leftOut)), checkpoint };
        if (messages.some((message) => message.hasCaughtUp())) return;
      }
    } catch (error) {
      throw readFailure(`reading the streams that begin with "${prefix}"`, error);
    }
  }

  hasPlace(checkpoint: Checkpoint): Promise<boolean> {
    return hasPlace(this.connection, checkpoint);
  }

  /** It has no transactions. */
  heldBack(): Promise<never[]> {
    return Promise.resolve([]);
  }

  /** @throws Error when the server does not answer, or refuses reads, appends or subscriptions */
  async ping(): Promise<void> {
    await Promise.all([
      this.read(NO_SUCH_STREAM, streamRequest(NO_SUCH_STREAM, 'end', 1)),
      this.mayReadAll(),
      this.mayAppend(),
    ]);
  }

  private async mayAppend(): Promise<void> {
    const event = { id: randomUUID(), type: 'Never', data: {}, stream: NO_SUCH_STREAM, revision: NEVER_REACHED + 1 };
    try {
      const answer = await this.send(NO_SUCH_STREAM, NEVER_REACHED, [event]);
      if (answer.outcome === 'denied') throw denied(NO_SUCH_STREAM, answer.reason);
      if (answer.outcome === 'unknown') throw new AppendOutcomeUnknown(NO_SUCH_STREAM, new Error(answer.reason));
    } catch (cause) {
      const away = 'the event store does not store events now; retry';
      throw refusalOf(cause) ?? new Refusal('overloaded', 'unavailable', away, { cause });
    }
  }

  private async mayReadAll(): Promise<void> {
    const request = rightsRequest(NO_SUCH_STREAM);
    try {
      for await (const _ of this.connection.follow(request, { requiresLeader: false, keepsTalking: false })) return;
    } catch (error) {
      throw readFailure('reading $all, which every subscription needs the right for,', error);
    }
  }

  /** Returns when exactly these events are stored at their revisions. */
  private async store(stream: string, expectedRevision: number, events: RecordedEvent[]): Promise<void> {
    const answer = await this.send(stream, expectedRevision, events);
    switch (answer.outcome) {
      case 'stored': {
        const expectedLast = expectedRevision + events.length;
        if (answer.lastRevision === String(expectedLast)) return;
        throw new StreamWasDeleted(stream, expectedLast, answer.lastRevision);
      }
      case 'conflict':
        if (await this.holds(stream, events)) return;
        throw new WrongExpectedRevision(stream, expectedRevision);
      case 'rejected':
        throw new AppendRejected(stream, answer.reason);
      case 'denied':
        throw new AppendDenied(stream, denied(stream, answer.reason));
      case 'unknown':
        throw new AppendOutcomeUnknown(stream, new Error(answer.reason));
    }
  }

  private async send(stream: string, expectedRevision: number, events: RecordedEvent[]): Promise<AppendAnswer> {
    const request = appendRequest(stream, expectedRevision, serialize(stream, events));
    try {
      return readAnswer(await this.connection.append(request));
    } catch (error) {
      if (isAccessDenied(error)) throw new AppendDenied(stream, denied(stream, explain(error)));
      throw unconfirmed(stream, error);
    }
  }

  /** Whether exactly these events are already stored at their revisions, by an earlier attempt of the same append. */
  private async holds(stream: string, events: RecordedEvent[]): Promise<boolean> {
    let stored: RecordedEvent[];
    try {
      stored = eventsIn(await this.connection.read(streamRequest(stream, events[0]!.revision, events.length)));
    } catch (error) {
      throw new AppendOutcomeUnknown(stream, error);
    }
    return (
      stored.length === events.length &&
      stored.every(({ id, revision, data }, index) => {
        const event = events[index]!;
        return id === event.id && revision === event.revision && dataText(data) === dataText(event.data);
      })
    );
  }

  /** @throws StreamCutOff, AppendNotSent */
  private async readFirstEvent(stream: string): Promise<void> {
    let first: RecordedEvent | undefined;
    try {
      [first] = await this.read(stream, streamRequest(stream, 0, 1));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new AppendNotSent(stream, error.cause as Error);
    }
    if (first?.revision !== 0) throw new StreamCutOff(stream, FIRST_IS_GONE);
  }

  /** Reads events of one stream. Returns none when the stream does not exist. */
  private async read(stream: string, request: ReadReq): Promise<RecordedEvent[]> {
    try {
      return eventsIn(await this.connection.read(request));
    } catch (error) {
      throw streamReadFailure(stream, error);
    }
  }
}
