import type { Command } from '@probity/contracts/declaration/command';
import type { OperationKey } from '@probity/platform/idempotency/keyed-request';

/** The data of a packet that the command bus passes to the client of a transport. */
export interface CommandCall {
  command: Command;
  request: unknown;
  /** after this time the caller no longer waits */
  timeToLiveMs: number;
  /** whether the command sends several replies */
  manyReplies: boolean;
  traceparent?: string;
  /** the IP address of the client */
  callerAddress?: string;
  /** of a request with an Idempotency-Key */
  key?: OperationKey;
}

/** The context of a message: the second parameter of a handler. */
export interface MessageContext {
  /** W3C Trace Context of the HTTP request that caused the message; in the handler, `currentTrace` returns it */
  traceparent?: string;
  /** only for a command: of a request with an Idempotency-Key */
  key?: OperationKey;
  /** only for a command with a key: the same id in every attempt to carry it out */
  operationId?: string;
  /** only for a fact: its id, which is the same when the fact is delivered again */
  id?: string;
  /** only for a fact: its stream, and its revision in the stream */
  stream?: string;
  revision?: number;
}
