import type { Sql } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import { currentTrace } from '@probity/platform/trace-context';

/** An event about to be appended. `data` and `metadata` must be plain JSON (no bigint, no Date). */
export interface NewEvent<Type extends string = string, Data = unknown> {
  id: string;
  type: Type;
  data: Data;
  /** what led to it; left out when nothing is known */
  metadata?: EventMetadata;
}

/** Where an event comes from. It is no part of what happened, and no hash covers it. */
export interface EventMetadata {
  /** W3C Trace Context of the HTTP request */
  traceparent?: string;
}

/** The metadata of an event that the work at hand leads to; to be spread into a NewEvent. */
export function currentCause(): { metadata?: EventMetadata } {
  const traceparent = currentTrace();
  return traceparent === undefined ? {} : { metadata: { traceparent } };
}

/** An event as it is stored. `revision` counts from 0 within its stream. */
export interface RecordedEvent<Type extends string = string, Data = unknown> extends NewEvent<Type, Data> {
  stream: string;
  revision: number;
}

/**
 * The projection that belongs to an append. It runs in a Postgres transaction and must be harmless
 * when it sees an event again.
 *
 * `atomic`: it runs in the transaction that appends. Then no other process can have projected these events
 * before, and a read side that is not right before them is wrong. Otherwise other processes may be
 * projecting the same stream at the same time.
 *
 * @throws ReadSideBehind when events before these are not projected yet
 */
export type InlineProjection = (sql: Sql, events: RecordedEvent[], atomic: boolean) => Promise<void>;

/** The revision of a stream that has no event yet. */
export const NO_STREAM = -1;

export interface ReadOptions {
  /** First revision to read; default 0. */
  from?: number;
  /** Last revision to read; default: the end as it is when the read gets there. */
  to?: number;
  /** How many events come at once at most; default 500. */
  chunkSize?: number;
}

/**
 * Where a reader of a whole store stands, in a form that only its store understands. Text, so that it
 * can be kept anywhere.
 */
export type Checkpoint = string;

/** Events of many streams and, once they are dealt with, the place to go on from. */
export interface ReadBatch {
  events: RecordedEvent[];
  checkpoint: Checkpoint;
}

/** A class and not an interface only so that Nest can inject it. */
export abstract class EventStore {
  /**
   * Appends the events to the stream, all or none, and runs the projection over them. Resolves when
   * both are durable.
   *
   * Guarantees: the events become `expectedRevision + 1` and following. Appending the same ids in
   * the same order, with the same content and expected revision, again is a success and changes nothing.
   * The same ids with other content are not the same append.
   *
   * Not guaranteed: that a failure other than WrongExpectedRevision and AppendRejected means that
   * nothing was stored. The outcome is unknown then; repeat the identical call to determine it.
   *
   * @throws WrongExpectedRevision the stream is elsewhere: nothing was stored
   * @throws AppendRejected the store rejected the content: nothing was stored, and a retry fails too
   */
  abstract append(
    stream: string,
    expectedRevision: number,
    events: NewEvent[],
    projection: InlineProjection,
  ): Promise<RecordedEvent[]>;

  /** Yields the events of a stream in order, in chunks; nothing when there is none. */
  abstract readStream(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent[]>;

  /** The last event of a stream, or undefined when there is none. */
  abstract lastEvent(stream: string): Promise<RecordedEvent | undefined>;

  /** The names of all streams that begin with the prefix, in no particular order. */
  abstract listStreams(prefix: string): AsyncIterable<string>;

  /**
   * Yields the events of all streams that begin with the prefix: first the stored events, then
   * new ones as they arrive, until the signal is aborted.
   *
   * Guarantees: events of one stream come in order, without a gap. A reader that goes on from a
   * checkpoint misses nothing that came after it, and may see some events before it again. Batches
   * may be empty: their checkpoint is progress all the same.
   *
   * Not guaranteed: an order between streams.
   *
   * @throws Error when the store cannot be read any longer: read again from the last checkpoint
   */
  abstract subscribe(prefix: string, after: Checkpoint | undefined, signal: AbortSignal): AsyncIterable<ReadBatch>;
}

/**
 * The error for a caller whose append failed. An append that may have happened has an unknown outcome;
 * other errors stay unchanged.
 */
export function asAnswer(error: unknown): unknown {
  if (error instanceof WrongExpectedRevision || error instanceof AppendRejected || error instanceof Refusal)
    return error;
  return new Refusal(
    'outcome_unknown',
    'outcome_unknown',
    'the database did not confirm the change, so it may or may not have been made; read before you repeat it',
    { cause: error },
  );
}

/** A projection was asked for events, but the ones before them are not projected. */
export class ReadSideBehind extends Error {
  /**
   * @param reflected the last revision that is projected, NO_STREAM when none is
   */
  constructor(
    readonly stream: string,
    readonly reflected: number,
  ) {
    super(
      `the read side reflects ${stream} up to revision ${reflected} and misses events after it; ` +
        'if that does not end by itself, run "probity projections rebuild"',
    );
    this.name = 'ReadSideBehind';
  }
}

export class WrongExpectedRevision extends Error {
  constructor(stream: string, expected: number) {
    super(`stream ${stream} is not at revision ${expected}`);
    this.name = 'WrongExpectedRevision';
  }
}

export class AppendRejected extends Error {
  constructor(stream: string, cause: unknown) {
    super(`the event store refused an append to ${stream}: ${String(cause)}`, { cause });
    this.name = 'AppendRejected';
  }
}
