import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** An error with which the server ends a call. The errors below have the texts of the real server's `RpcExceptions`. */
export class RpcError extends Error implements ServiceError {
  readonly metadata = new Metadata();

  constructor(
    readonly code: status,
    readonly details: string,
    trailers: Record<string, string> = {},
  ) {
    super(details);
    for (const [name, value] of Object.entries(trailers)) this.metadata.set(name, value);
  }
}

export const timedOut = (message: string): RpcError => new RpcError(status.ABORTED, `Operation timed out: ${message}`);

/** What reads got during an election of a real cluster. */
export const thrownByHandler = (): RpcError => new RpcError(status.UNKNOWN, 'Exception was thrown by handler.');

/** What a user gets whom the server does not know, or whose password is wrong. */
export const unauthenticated = (): RpcError => new RpcError(status.UNAUTHENTICATED, 'Bad HTTP status code: 401');

export const notReady = (): RpcError => new RpcError(status.UNAVAILABLE, 'Server Is Not Ready');

export const accessDenied = (): RpcError =>
  new RpcError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const invalidPosition = (): RpcError =>
  new RpcError(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.');

export const invalidArgument = (details: string): RpcError => new RpcError(status.INVALID_ARGUMENT, details);

export const maximumAppendSizeExceeded = (limit: number): RpcError =>
  new RpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });

export const maximumEventSizeExceeded = (id: string, size: number, limit: number): RpcError =>
  new RpcError(
    status.INVALID_ARGUMENT,
    `Event with Id: ${id}, Size: ${size}, exceeds Maximum Append Event Size of ${limit}.`,
    { exception: 'maximum-append-event-size-exceeded', 'maximum-append-event-size': String(limit), 'event-id': id },
  );

export const missingProperty = (name: string): RpcError =>
  new RpcError(status.INVALID_ARGUMENT, `Required Metadata Property '${name}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

export const streamDeleted = (stream: string): RpcError =>
  new RpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const notLeader = (host: string, port: number): RpcError =>
  new RpcError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });
