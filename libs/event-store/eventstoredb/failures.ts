import {
  type CommandError,
  type EndPoint,
  ErrorType,
  isCommandError,
  type NotLeaderError,
} from '@eventstore/db-client';
import { concerning } from '@probity/platform/dependency-errors';
import { Refusal } from '@probity/platform/errors';
import { AppendNotSent, AppendUnconfirmed, StreamCutOff } from '../event-store';

/** gRPC status codes; see https://grpc.io/docs/guides/status-codes/. */
const UNKNOWN = 2;
const INVALID_ARGUMENT = 3;
const DEADLINE_EXCEEDED = 4;
const ABORTED = 10;
const UNIMPLEMENTED = 12;
const UNAUTHENTICATED = 16;

/** The texts of gRPC and of the client library if a call waited for a connection in vain. */
const NEVER_SENT = /No connection established|Name resolution failed|Failed to discover/;

/** The server did not answer in time. */
export class NoAnswer extends Error {
  constructor() {
    super('no answer in time (defaultDeadline in the connection string)');
    this.name = 'NoAnswer';
  }
}

/** A node of a cluster answered that it could not store an append. Another node may be the leader now. */
export class LeaderInDoubt extends Error {
  constructor(reason: string) {
    super(`a node of the cluster could not store an append: ${reason}`);
    this.name = 'LeaderInDoubt';
  }
}

export class ConnectionClosed extends Error {
  constructor() {
    super('Probity closed this connection');
    this.name = 'ConnectionClosed';
  }
}

/** The server denied one append of a call that carries many. */
class AppendAccessDenied extends Error {}

/** A read that failed. `readFailure` says whether a retry can help. */
export class EventStoreDbFailure extends Error {
  constructor(doing: string, cause: unknown) {
    super(`EventStoreDB: ${doing} failed: ${explain(cause)}`, { cause });
    this.name = 'EventStoreDbFailure';
    if (mayPass(cause) || !isCommandError(cause as Error)) concerning('event_store', this);
  }
}

/** It is unknown whether the events were stored. Repeating the identical append determines it. */
export class AppendOutcomeUnknown extends AppendUnconfirmed {
  constructor(stream: string, cause: unknown) {
    super(
      `EventStoreDB did not confirm an append to ${stream}, so it may or may not have been made; ` +
        `repeat the identical append to determine it: ${explain(cause)}`,
      { cause },
    );
    this.name = 'AppendOutcomeUnknown';
    concerning('event_store', this);
  }
}

/** The events are stored, but their projection is not complete. Repeating the identical append projects them. */
export class ProjectionIncomplete extends Error {
  constructor(stream: string, cause: unknown) {
    super(
      `the events appended to ${stream} are stored in EventStoreDB, but not projected; ` +
        `repeat the identical append to project them: ${explain(cause)}`,
      { cause },
    );
    this.name = 'ProjectionIncomplete';
  }
}

/** The events are stored, but not at the expected revisions. */
export class StreamWasDeleted extends Error {
  constructor(stream: string, expectedLast: number, last: string) {
    super(
      `the stream ${stream} was deleted in EventStoreDB: the appended events should end at revision ${expectedLast}, ` +
        `but end at revision ${last}; restore the event store from a backup`,
    );
    this.name = 'StreamWasDeleted';
  }
}

/** What a caller is told whose append the server denied. Nothing was stored. */
export function denied(stream: string, reason: string): Refusal {
  const cause = new EventStoreDbFailure(`an append to ${stream}`, new AppendAccessDenied(reason));
  const message = 'the event store refuses access now; no changes were made; an operator must check it; retry later';
  return new Refusal('overloaded', 'unavailable', message, { cause });
}

/** The error for an append that got no answer. */
export function unconfirmed(stream: string, cause: unknown): AppendUnconfirmed {
  const neverSent = isUnavailable(cause) && NEVER_SENT.test((cause as Error).message);
  return neverSent
    ? new AppendNotSent(stream, new EventStoreDbFailure(`an append to ${stream}`, cause))
    : new AppendOutcomeUnknown(stream, cause);
}

/** The error for a failed read of a stream. */
export function streamReadFailure(stream: string, cause: unknown): Error {
  const isTombstoned = isCommandError(cause as Error) && (cause as CommandError).type === ErrorType.STREAM_DELETED;
  return isTombstoned ? new StreamCutOff(stream, explain(cause)) : readFailure(`reading the stream ${stream}`, cause);
}

/** The error for a failed read. If it may succeed later, it is the Refusal `unavailable`. */
export function readFailure(doing: string, cause: unknown): Error {
  const failure = new EventStoreDbFailure(doing, cause);
  if (!mayPass(cause)) return failure;
  const message = isAccessDenied(cause)
    ? 'the event store refuses access now; an operator must check it; retry later'
    : 'the event store cannot be reached now; retry';
  return new Refusal('overloaded', 'unavailable', message, { cause: failure });
}

/** Whether a failed call fails again until an operator changes rights or a password. */
export const isDenied = (error: unknown): boolean =>
  isAccessDenied(error) || ((error as Error).cause !== undefined && isDenied((error as Error).cause));

/** Whether the server denied access, before it read the events to append. */
export function isAccessDenied(error: unknown): boolean {
  if (error instanceof AppendAccessDenied) return true;
  return isCommandError(error as Error) && (error as CommandError).type === ErrorType.ACCESS_DENIED;
}

/** Whether no event is at the position of a read: the log is another one, or its end was cut off. */
export const isInvalidPosition = (error: unknown): boolean =>
  codeOf(error) === INVALID_ARGUMENT && /invalid position/i.test((error as Error).message);

/** Tells operators what happened and what to check. */
export function explain(error: unknown): string {
  if (!isCommandError(error as Error)) return error instanceof Error ? error.message : String(error);
  const { type, code, message } = error as CommandError;
  switch (type) {
    case ErrorType.ACCESS_DENIED:
      if (codeOf(error) === UNAUTHENTICATED)
        return `the server does not accept the user and password in the connection string (${message})`;
      return `access denied (${message}); check the user in the connection string and the access control lists`;
    case ErrorType.DEADLINE_EXCEEDED:
      return new NoAnswer().message;
    case ErrorType.NOT_LEADER:
      return `the node is not the leader; the leader is now ${address((error as NotLeaderError).leader)}`;
    case ErrorType.STREAM_DELETED:
      return 'the stream was deleted permanently (tombstone)';
    default:
  }
  return Number(code) === UNIMPLEMENTED
    ? `the server does not know this call; check that it is an EventStoreDB (${message})`
    : message;
}

/**
 * Whether the node that failed may no longer be the leader: it is silent, or reports an internal error, as a node does
 * during an election.
 */
export function mayHaveLostLeader(error: unknown, requiredLeader: boolean): boolean {
  const code = codeOf(error);
  return (
    error instanceof NoAnswer ||
    error instanceof LeaderInDoubt ||
    code === UNKNOWN ||
    code === DEADLINE_EXCEEDED ||
    (requiredLeader && code === ABORTED)
  );
}

/** Whether a read may succeed if it is repeated at once: the leader was silent, or reported an internal error. */
export const isDuringElection = (error: unknown): boolean => error instanceof NoAnswer || codeOf(error) === UNKNOWN;

const codeOf = (error: unknown): number => Number((error as { code?: unknown } | null)?.code);

/** An error that the library throws itself has no type. */
const isUnavailable = (error: unknown): boolean =>
  !isCommandError(error as Error) || (error as CommandError).type === ErrorType.UNAVAILABLE;

function mayPass(error: unknown): boolean {
  if (error instanceof NoAnswer || error instanceof ConnectionClosed) return true;
  if (!isCommandError(error as Error)) return /discover/i.test(String(error));
  switch ((error as CommandError).type) {
    case ErrorType.ACCESS_DENIED: // until an operator has changed the rights or the password
    case ErrorType.CANCELLED:
    case ErrorType.DEADLINE_EXCEEDED:
    case ErrorType.NOT_LEADER:
    case ErrorType.TIMEOUT:
    case ErrorType.UNAVAILABLE:
      return true;
    default:
      return codeOf(error) === UNKNOWN;
  }
}

function address({ address, port }: EndPoint): string {
  return `${address}:${port}`;
}
