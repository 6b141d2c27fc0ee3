import { Code } from '@eventstore/db-client/generated/code_pb';
import {
  AccessDenied,
  AllStreamPosition,
  BadRequest,
  Empty,
  MaximumAppendSizeExceeded,
  StreamDeleted,
  StreamIdentifier,
  Timeout,
  UUID,
  WrongExpectedVersion,
} from '@eventstore/db-client/generated/shared_pb';
import { Status } from '@eventstore/db-client/generated/status_pb';
import { AppendResp, type BatchAppendReq, BatchAppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { Message } from 'google-protobuf';
import { Any } from 'google-protobuf/google/protobuf/any_pb';
import { uuidText } from '../../uuid';
import type { AppendResult, ExpectedVersion, ProposedEvent, StoredEvent } from './event-log';
import { missingProperty, notReady, type RpcError, streamDeleted, timedOut } from './rpc-errors';

const TICKS_PER_MILLISECOND = 10_000n;

/** The message of a read that carries one event. */
export function eventMessage(event: StoredEvent): ReadResp {
  const position = String(event.position);
  const stored = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(event.id))
    .setStreamIdentifier(identifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  stored
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(BigInt(event.created) * TICKS_PER_MILLISECOND));
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(stored).setCommitPosition(position));
}

export const confirmation = (id: string): ReadResp =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const checkpoint = (position: bigint): ReadResp =>
  new ReadResp().setCheckpoint(
    new ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
  );

export const caughtUp = (): ReadResp => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());

export const streamNotFound = (stream: string): ReadResp =>
  new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream)));

/** The outcome of an append: the result of the log, or a server that timed out or is not ready. */
export type AppendOutcome = AppendResult | { result: 'timed out' } | { result: 'not ready' };

/**
 * The answer to an append that has its own gRPC call.
 *
 * @throws RpcError for outcomes with which the real server ends the call
 */
export function appendAnswer(stream: string, outcome: AppendOutcome, expected: ExpectedVersion): AppendResp {
  switch (outcome.result) {
    case 'success': {
      const position = new AppendResp.Position()
        .setCommitPosition(String(outcome.position))
        .setPreparePosition(String(outcome.position));
      return new AppendResp().setSuccess(
        new AppendResp.Success().setCurrentRevision(String(outcome.last)).setPosition(position),
      );
    }
    case 'wrong expected version': {
      const conflict = new AppendResp.WrongExpectedVersion();
      if (expected === 'no stream') conflict.setExpectedNoStream(new Empty());
      else if (expected === 'any') conflict.setExpectedAny(new Empty());
      else if (expected === 'stream exists') conflict.setExpectedStreamExists(new Empty());
      else conflict.setExpectedRevision(String(expected));
      if (outcome.current < 0n) conflict.setCurrentNoStream(new Empty());
      else conflict.setCurrentRevision(String(outcome.current));
      return new AppendResp().setWrongExpectedVersion(conflict);
    }
    case 'stream deleted':
      throw streamDeleted(stream);
    case 'timed out':
      throw timedOut('Commit phase timeout.');
    case 'not ready':
      throw notReady();
  }
}

/** The answer to an append in the batch call. There, most rejections are messages and do not end the call. */
export function batchAnswer(stream: string, outcome: AppendOutcome, expected: ExpectedVersion): BatchAppendResp {
  switch (outcome.result) {
    case 'success': {
      const position = new AllStreamPosition()
        .setCommitPosition(String(outcome.position))
        .setPreparePosition(String(outcome.position));
      return new BatchAppendResp().setSuccess(
        new BatchAppendResp.Success().setCurrentRevision(String(outcome.last)).setPosition(position),
      );
    }
    case 'wrong expected version': {
      const conflict = new WrongExpectedVersion();
      if (expected === 'no stream') conflict.setExpectedNoStream(new Empty());
      else if (expected === 'any') conflict.setExpectedAny(new Empty());
      else if (expected === 'stream exists') conflict.setExpectedStreamExists(new Empty());
      else conflict.setExpectedStreamPosition(String(expected));
      if (outcome.current < 0n) conflict.setCurrentNoStream(new Empty());
      else conflict.setCurrentStreamRevision(String(outcome.current));
      return batchError(Code.ALREADY_EXISTS, 'WrongExpectedVersion', conflict);
    }
    case 'stream deleted':
      return batchError(Code.NOT_FOUND, 'StreamDeleted', new StreamDeleted().setStreamIdentifier(identifier(stream)));
    case 'timed out':
      return batchError(Code.DEADLINE_EXCEEDED, 'Timeout', new Timeout());
    case 'not ready':
      return notHandled('Server Is Not Ready');
  }
}

/**
 * The message that rejects an append in the batch call.
 *
 * @throws RpcError the same error, if the real server ends the whole call with it
 */
export function batchRefusal(error: RpcError): BatchAppendResp {
  switch (error.metadata.get('exception')[0]) {
    case 'not-leader':
      throw error;
    case 'access-denied':
      return batchError(Code.PERMISSION_DENIED, 'AccessDenied', new AccessDenied());
    case 'maximum-append-size-exceeded': {
      const limit = Number(error.metadata.get('maximum-append-size')[0]);
      const details = new MaximumAppendSizeExceeded().setMaxappendsize(limit);
      return batchError(Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', details);
    }
    case 'maximum-append-event-size-exceeded': // the client library has no class for its content
      return batchError(Code.INVALID_ARGUMENT, 'MaximumAppendEventSizeExceeded', new Empty());
    default:
      return batchError(Code.INVALID_ARGUMENT, 'BadRequest', new BadRequest().setMessage(error.details));
  }
}

/** @throws RpcError when a property is missing */
export function proposedEvent(message: BatchAppendReq.ProposedMessage): ProposedEvent {
  const attributes = message.getMetadataMap();
  const type = attributes.get('type');
  const contentType = attributes.get('content-type');
  if (type === undefined) throw missingProperty('type');
  if (contentType === undefined) throw missingProperty('content-type');
  return {
    id: uuidText(message.getId()),
    type,
    contentType,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export const streamName = (stream: StreamIdentifier | undefined): string =>
  Buffer.from(stream?.getStreamName_asU8() ?? []).toString('utf8');

export const identifier = (stream: string): StreamIdentifier =>
  new StreamIdentifier().setStreamName(new TextEncoder().encode(stream));

function batchError(code: Code, name: string, details: Message): BatchAppendResp {
  return failure(code, name, details, `event_store.client.${name}`);
}

function notHandled(message: string): BatchAppendResp {
  return failure(Code.OK, message, new Empty(), 'google.protobuf.Empty');
}

function failure(code: Code, message: string, details: Message, type: string): BatchAppendResp {
  const packed = new Any();
  packed.pack(details.serializeBinary(), type);
  return new BatchAppendResp().setError(new Status().setCode(code).setMessage(message).setDetails(packed));
}
