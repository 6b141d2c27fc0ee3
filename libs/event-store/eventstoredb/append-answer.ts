import { BadRequest, MaximumAppendSizeExceeded } from '@eventstore/db-client/generated/shared_pb';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';

/** The server's answer to an append. */
export type AppendAnswer =
  | { outcome: 'stored'; lastRevision: string }
  /** the stream is not at the expected revision */
  | { outcome: 'conflict' }
  /** nothing was stored, and a retry fails too */
  | { outcome: 'rejected'; reason: string }
  /** nothing was stored; a retry succeeds after an operator has changed the rights */
  | { outcome: 'denied'; reason: string }
  /** the events may have been stored */
  | { outcome: 'unknown'; reason: string };

const PACKAGE = 'event_store.client.';

export function readAnswer(answer: BatchAppendResp): AppendAnswer {
  const error = answer.getError();
  if (!error) return { outcome: 'stored', lastRevision: answer.getSuccess()?.getCurrentRevision() ?? '' };
  const detail = error.getDetails()?.getTypeName() ?? '';
  const content = error.getDetails()?.getValue_asU8() ?? new Uint8Array();
  switch (detail.startsWith(PACKAGE) ? detail.slice(PACKAGE.length) : detail) {
    case 'WrongExpectedVersion':
      return { outcome: 'conflict' };
    case 'AccessDenied':
      return {
        outcome: 'denied',
        reason: 'access denied; check the user in the connection string and the access control lists',
      };
    case 'StreamDeleted':
      return { outcome: 'rejected', reason: 'the stream was deleted permanently (tombstone)' };
    case 'MaximumAppendSizeExceeded': {
      const limit = MaximumAppendSizeExceeded.deserializeBinary(content).getMaxappendsize();
      return { outcome: 'rejected', reason: `the append exceeds the server's setting MaxAppendSize (${limit} bytes)` };
    }
    case 'MaximumAppendEventSizeExceeded':
      return { outcome: 'rejected', reason: "an event exceeds the server's setting MaxAppendEventSize" };
    case 'BadRequest': {
      const reason = BadRequest.deserializeBinary(content).getMessage();
      return { outcome: 'rejected', reason };
    }
    case 'InvalidTransaction':
      return { outcome: 'rejected', reason: error.getMessage() };
    default: // a time-out, a server that is starting or busy, an election, or an error of a later version
      return { outcome: 'unknown', reason: error.getMessage() || detail };
  }
}
