import type { Sql } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';

/** An event about to be appended. `data` must be plain JSON (no bigint, no Date). */
export interface NewEvent<Type extends string = string, Data = unknown> {
  id: string;
  type: Type;
  data: Data;
}

/** An event as it is stored. `revision` counts from 0 within its stream. */
export interface RecordedEvent<Type extends string = string, Data = unknown> extends NewEvent<Type, Data> {
  stream: string;
  revision: number;
}

/**
 * The projection that belongs to an append. It runs in a Postgres transaction and must be harmless
 * when it sees an event again.
 */
export type InlineProjection = (sql: Sql, events: RecordedEvent[]) => Promise<void>;

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

/** A class and not an interface only so that Nest can inject it. */
export abstract class EventStore {
  /**
   * Appends the events to the stream, all or none, and runs the projection over them. Resolves when
   * both are durable.
   *
   * Guarantees: the events become `expectedRevision + 1` and following. Appending the same ids in
   * the same order with the same expected revision again is a success and changes nothing.
   *
   * Not guaranteed: that a failure other than WrongExpectedRevision and AppendRejected means that
   * nothing was stored. The outcome is unknown then; repeat the identical call to learn it.
   *
   * @throws WrongExpectedRevision the stream is elsewhere: nothing was stored
   * @throws AppendRejected the store refused the content: nothing was stored, repeating will not help
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
}

/**
 * What to answer a caller whose append failed: one that may have happened is declared unknown, all
 * else stays what it is.
 */
export function asAnswer(error: unknown): unknown {
  if (error instanceof WrongExpectedRevision || error instanceof AppendRejected || error instanceof Refusal)
    return error;
  const refusal = new Refusal(
    'outcome_unknown',
    'outcome_unknown',
    'the database did not confirm the change, so it may or may not have been made; read before you repeat it',
  );
  refusal.cause = error;
  return refusal;
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
