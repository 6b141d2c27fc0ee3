import {
  type CommandError,
  type EndPoint,
  ErrorType,
  isCommandError,
  type NotLeaderError,
} from '@eventstore/db-client';
import { Refusal } from '@probity/platform/errors';

/** A gRPC status code, as https://grpc.io/docs/guides/status-codes/ numbers them. */
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
    super('this connection was closed by the program itself');
    this.name = 'ConnectionClosed';
  }
}

/** Something could not be read, and trying again will not help. */
export class EventStoreDbFailure extends Error {
  constructor(doing: string, cause: unknown) {
    super(`EventStoreDB: ${doing} failed: ${explain(cause)}`, { cause });
    this.name = 'EventStoreDbFailure';
  }
}

/** Whether the append took place is not known. Repeating the identical append tells. */
export class AppendOutcomeUnknown extends Error {
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

/** The events are stored, but not where they were meant to be. */
export class StreamWasDeleted extends Error {
  constructor(stream: string, expectedLast: number, last: string) {
    super(
      `the stream ${stream} was deleted in EventStoreDB: events that were to end at revision ${expectedLast} ` +
        `now end at revision ${last}; restore the event store from a backup`,
    );
    this.name = 'StreamWasDeleted';
  }
}

/** How a failed read is to be passed on: one that a later try may answer becomes a refusal that says so. */
export function readFailure(doing: string, cause: unknown): Error {
  const failure = new EventStoreDbFailure(doing, cause);
  if (!mayPass(cause)) return failure;
  return new Refusal('overloaded', 'unavailable', 'the event store cannot be reached now; retry', {
    cause: failure,
  });
}

/** Whether the server refused the call itself, before it read what was appended. */
export function isAccessDenied(error: unknown): boolean {
  return isCommandError(error as Error) && (error as CommandError).type === ErrorType.ACCESS_DENIED;
}

/** For operators: what happened and what to look at. */
export function explain(error: unknown): string {
  if (!isCommandError(error as Error)) return error instanceof Error ? error.message : String(error);
  const { type, code, message } = error as CommandError;
  switch (type) {
    case ErrorType.ACCESS_DENIED:
      return `access denied (${message}); check the user in the connection string and the access control lists`;
    case ErrorType.DEADLINE_EXCEEDED:
      return new NoAnswer().message;
    case ErrorType.NOT_LEADER:
      return `the node is not the leader; that is now ${address((error as NotLeaderError).leader)}`;
    case ErrorType.STREAM_DELETED:
      return 'the stream was deleted permanently (tombstone)';
    default:
  }
  return Number(code) === UNIMPLEMENTED
    ? `this server does not know the call; is it EventStoreDB? (${message})`
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
