import {
  type CommandError,
  type EndPoint,
  ErrorType,
  isCommandError,
  type NotLeaderError,
} from '@eventstore/db-client';
import { Refusal } from '@probity/platform/errors';
import { AppendUnconfirmed } from '../event-store';

/** A gRPC status code; see https://grpc.io/docs/guides/status-codes/. */
const UNIMPLEMENTED = 12;

/** The server did not answer in time. */
export class NoAnswer extends Error {
  constructor() {
    super('no answer in time (defaultDeadline in the connection string)');
    this.name = 'NoAnswer';
  }
}

export class ConnectionClosed extends Error {
  constructor() {
    super('Probity closed this connection');
    this.name = 'ConnectionClosed';
  }
}

/** A read that failed. `readFailure` says whether a retry can help. */
export class EventStoreDbFailure extends Error {
  constructor(doing: string, cause: unknown) {
    super(`EventStoreDB: ${doing} failed: ${explain(cause)}`, { cause });
    this.name = 'EventStoreDbFailure';
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

/** The error for a failed read. If a retry may succeed, it is the Refusal `unavailable`. */
export function readFailure(doing: string, cause: unknown): Error {
  const failure = new EventStoreDbFailure(doing, cause);
  if (!mayPass(cause)) return failure;
  return new Refusal('overloaded', 'unavailable', 'the event store cannot be reached now; retry', {
    cause: failure,
  });
}

/** Whether the server denied access to the whole call, before it read the events to append. */
export function isAccessDenied(error: unknown): boolean {
  return isCommandError(error as Error) && (error as CommandError).type === ErrorType.ACCESS_DENIED;
}

/** Tells operators what happened and what to check. */
export function explain(error: unknown): string {
  if (!isCommandError(error as Error)) return error instanceof Error ? error.message : String(error);
  const { type, code, message } = error as CommandError;
  switch (type) {
    case ErrorType.ACCESS_DENIED:
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

function mayPass(error: unknown): boolean {
  if (error instanceof NoAnswer || error instanceof ConnectionClosed) return true;
  if (!isCommandError(error as Error)) return /discover/i.test(String(error));
  switch ((error as CommandError).type) {
    case ErrorType.CANCELLED:
    case ErrorType.DEADLINE_EXCEEDED:
    case ErrorType.NOT_LEADER:
    case ErrorType.TIMEOUT:
    case ErrorType.UNAVAILABLE:
      return true;
    default:
      return false;
  }
}

function address({ address, port }: EndPoint): string {
  return `${address}:${port}`;
}
