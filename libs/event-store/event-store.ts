import type { Sql } from '@probity/persistence/database';
import { Refusal, refusalOf } from '@probity/platform/errors';
import { shown } from '@probity/platform/shown';

/** An event to append. `data` and `metadata` must be plain JSON (no bigint, no Date). */
export interface NewEvent<Type extends string = string, Data = unknown> {
  id: string;
  type: Type;
  data: Data;
  /** the cause of the event; left out when it is unknown */
  metadata?: EventMetadata;
}

/** The cause of an event. It is not part of the data of the event. */
export interface EventMetadata {
  /** W3C Trace Context of the HTTP request */
  traceparent?: string;
  /** the IP address of the client, which may be that of a person of staff; not in streams of ledgers */
  address?: string;
  /** base64: authenticates the event as it is stored; only a store without authentication shows it */
  mac?: string;
  /** the key of the MAC */
  mac_key?: string;
}

/** An event as it is stored. `revision` counts from 0 within its stream. */
export interface RecordedEvent<Type extends string = string, Data = unknown> extends NewEvent<Type, Data> {
  stream: string;
  revision: number;
  /** whether another program wrote it; never set for events in Postgres, which only Probity can write */
  isForeign?: true;
  /** whether it had personal data that were erased: placeholders are in their place, and optional fields are absent */
  isErased?: true;
}

/**
 * The projection that belongs to an append. It runs in a Postgres transaction. It must have no effect for an event
 * that it has already projected.
 *
 * `atomic` says whether the same transaction appends the events. If so, no other process can have projected them
 * before, so a read side that is not at the revision before them is damaged. If not, other processes may project
 * the same stream at the same time.
 *
 * @throws ReadSideBehind when earlier events of the stream are not projected yet
 */
export type InlineProjection = (sql: Sql, events: RecordedEvent[], atomic: boolean) => Promise<void>;

/** The revision of a stream that has no event yet. */
export const NO_STREAM = -1;

export type EventPlace = Pick<RecordedEvent, 'stream' | 'revision'>;

export interface ReadOptions {
  /** First revision to read; default 0. */
  from?: number;
  /** Last revision to read; default: the end of the stream. Events that are appended during the read may be included. */
  to?: number;
  /** Maximum number of events per chunk; default 500. */
  chunkSize?: number;
}

/** The position of a reader of many streams, as text that it can save. Only the store that wrote it understands it. */
export type Checkpoint = string;

/** Events of many streams. After handling them, the reader saves the checkpoint and continues from it. */
export interface ReadBatch {
  events: RecordedEvent[];
  checkpoint: Checkpoint;
  /** whether more events wait already; undefined when the store does not know */
  more?: boolean;
}

/** The first event of a stream. */
export interface FirstEvent {
  stream: string;
  event: NewEvent;
}

/** It is an abstract class, not an interface, because Nest injects classes. */
export abstract class EventStore {
  /** Whether an append and its projection are in one transaction. If so, a backup has both or neither. */
  abstract readonly isAtomic: boolean;

  /**
   * Appends all events to the stream, or none, and projects them. Resolves when the events and their projection are
   * durable.
   *
   * Guarantees: the events get the revisions from `expectedRevision + 1` on. Repeating an append with the same ids
   * in the same order, the same content and the same expected revision succeeds and changes nothing. An append with
   * the same ids and other content is not a repetition: it fails with WrongExpectedRevision.
   *
   * Not guaranteed: that nothing was stored after another error than the two below. The outcome is then unknown.
   * Repeat the identical call to determine it.
   *
   * @throws WrongExpectedRevision the stream is at another revision: nothing was stored
   * @throws AppendRejected the store rejected the content: nothing was stored, and a retry fails too
   */
  abstract append(
    stream: string,
    expectedRevision: number,
    events: NewEvent[],
    projection: InlineProjection,
  ): Promise<RecordedEvent[]>;

  /**
   * Begins streams, each with one event, and projects these events. Returns the streams that it began; the others have
   * events already, and stay as they are. Resolves when all is durable. A store may do it in one transaction.
   *
   * Guarantees: repeating the call with the same ids and content returns the same streams again. Each stream may occur
   * once in a call.
   *
   * Not guaranteed: that nothing was stored after an error. Repeat the identical call to determine it.
   *
   * @throws AppendRejected the store rejected the content, and a retry fails too
   */
  async beginStreams(first: FirstEvent[], projection: InlineProjection): Promise<Set<string>> {
    const begun = new Set<string>();
    for (const { stream, event } of first) {
      try {
        await this.append(stream, NO_STREAM, [event], projection);
        begun.add(stream);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
      }
    }
    return begun;
  }

  /**
   * Yields the events of a stream in order, in chunks. Yields nothing when the stream does not exist.
   *
   * @throws StreamCutOff when the stream was deleted permanently
   */
  abstract readStream(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent[]>;

  /** The last event of a stream, or undefined when there is none. */
  abstract lastEvent(stream: string): Promise<RecordedEvent | undefined>;

  /** The names of all streams that begin with the prefix, in no particular order. */
  abstract listStreams(prefix: string): AsyncIterable<string>;

  /**
   * Yields the events of all streams that begin with the prefix: first the stored events, then
   * new ones as they arrive, until the signal is aborted.
   *
   * Guarantees: the events of one stream come in order, without a gap. A reader that continues from a checkpoint
   * misses no later event, and may see some earlier events again. A batch may have no events; its checkpoint is
   * progress nevertheless.
   *
   * Not guaranteed: an order between streams.
   *
   * @param subscribed called when the store has accepted the subscription
   * @param leftOut events of these types are left out. With Postgres, and with EventStoreDB if the prefix is empty, their
   *   content does not leave the store
   * @throws Error when the store can no longer be read: subscribe again from the last checkpoint
   */
  abstract subscribe(
    prefix: string,
    after: Checkpoint | undefined,
    signal: AbortSignal,
    subscribed?: () => void,
    leftOut?: readonly string[],
  ): AsyncIterable<ReadBatch>;

  /**
   * Whether the log has the place of this checkpoint. It lacks it after the store was restored to an older state: a reader
   * that continues from there would skip events that are stored since, or get an error.
   */
  abstract hasPlace(checkpoint: Checkpoint): Promise<boolean>;

  /** Those of these events that `subscribe` yields only after an open transaction, which is older, has ended. */
  abstract heldBack<Place extends EventPlace>(events: Place[]): Promise<Place[]>;

  /**
   * Like `subscribe`, but ends when it has yielded all events that were stored before the call. It may yield some later
   * ones too.
   */
  abstract readToEnd(
    prefix: string,
    after: Checkpoint | undefined,
    signal: AbortSignal,
    leftOut?: readonly string[],
  ): AsyncIterable<ReadBatch>;
}

/**
 * The error for a caller whose append failed. If the events may have been stored, it is the Refusal
 * `outcome_unknown`. Other errors stay unchanged.
 *
 * @param unsent whether no earlier attempt of the same append can have been stored
 */
export function asAnswer(error: unknown, unsent = true): unknown {
  if (storedNothing(error, unsent) || error instanceof Refusal) return error;
  return new Refusal(
    'outcome_unknown',
    'outcome_unknown',
    'the database did not confirm the change, so it may or may not have been made; read before you repeat it',
    { cause: error },
  );
}

/** Events cannot be projected, because earlier events of their stream are not projected yet. */
export class ReadSideBehind extends Error {
  /** @param reflected the last projected revision; NO_STREAM when no event is projected */
  constructor(
    readonly stream: string,
    readonly reflected: number,
  ) {
    super(
      `the read side has projected ${shown(stream)} only up to revision ${reflected}; ` +
        'if this error persists, run "probity projections rebuild"',
    );
    this.name = 'ReadSideBehind';
  }

  /** What a caller is told who wants to change the object, before anything is appended. */
  get refusal(): Refusal {
    const message =
      'the read side of this object lacks stored events, so it takes no changes; ' +
      'an operator must run "probity projections rebuild --all"';
    return new Refusal('overloaded', 'read_side_behind', message, { cause: this });
  }
}

export class WrongExpectedRevision extends Error {
  constructor(stream: string, expected: number) {
    super(`stream ${shown(stream)} is not at revision ${expected}`);
    this.name = 'WrongExpectedRevision';
  }
}

/** The store did not confirm an append: it may or may not have been made. Repeat the identical call to determine it. */
export class AppendUnconfirmed extends Error {}

/** The append did not reach the store. If it was never tried before, nothing was stored. */
export class AppendNotSent extends AppendUnconfirmed {
  constructor(stream: string, cause: Error) {
    super(`an append to ${shown(stream)} did not reach the event store: ${cause.message}`, { cause });
    this.name = 'AppendNotSent';
  }

  /** The error for a caller if no attempt reached the store. */
  asAnswer(): Refusal {
    return new NeverSent(this.cause as Error);
  }
}

/** What a caller is told if no attempt of its append reached the store. Nothing was stored. */
export class NeverSent extends Refusal {
  constructor(cause: Error) {
    super('overloaded', 'unavailable', 'the event store cannot be reached now; no changes were made; retry', { cause });
  }
}

/** The stream was deleted in the event store, or limited. The rest of its events says nothing certain. */
export class StreamCutOff extends Error {
  constructor(
    readonly stream: string,
    readonly how: string,
  ) {
    super(`the stream ${shown(stream)} lacks events in the event store: ${how}; restore the event store from a backup`);
    this.name = 'StreamCutOff';
  }

  /** What a caller is told who wants to read or change the object. Its cause tells the log which stream it is. */
  get refusal(): Refusal {
    const message =
      'stored events of this object are missing; no changes were made; an operator must restore the event store';
    return new Refusal('overloaded', 'events_missing', message, { cause: this });
  }
}

export class AppendRejected extends Error {
  /** what the caller is told, if the cause says it */
  readonly refusal: Refusal | undefined;

  constructor(stream: string, cause: unknown) {
    super(`the event store rejected an append to ${shown(stream)}: ${String(cause)}`, { cause });
    this.name = 'AppendRejected';
    this.refusal = refusalOf(cause);
  }
}

/** The store refuses the append before it looks at the events. That tells nothing of earlier attempts. */
export class AppendDenied extends AppendRejected {
  constructor(stream: string, cause: Refusal | StreamCutOff) {
    super(stream, cause);
    this.name = 'AppendDenied';
  }
}

/**
 * Whether a failed append stored nothing for certain.
 *
 * @param unsent whether no earlier attempt of the same append can have been stored
 */
export function storedNothing(error: unknown, unsent: boolean): boolean {
  if (error instanceof AppendDenied) return unsent;
  return error instanceof AppendRejected || error instanceof WrongExpectedRevision;
}
