import type { Command } from '@probity/contracts/declaration/command';

/** The data of a packet that the command bus passes to the client of a transport. */
export interface CommandCall {
  command: Command;
  request: unknown;
  /** after this time the caller no longer waits */
  timeToLiveMs: number;
  /** whether the command sends several replies */
  manyReplies: boolean;
  traceparent?: string;
}

/** The context of a message: the second parameter of a handler. */
export interface MessageContext {
  /** W3C Trace Context of the HTTP request that caused the message; in the handler, `currentTrace` returns it */
  traceparent?: string;
  /** only for a fact: its id, which is the same when the fact is delivered again */
  id?: string;
  /** only for a fact: its stream, and its revision in the stream */
  stream?: string;
  revision?: number;
}
