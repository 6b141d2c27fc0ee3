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
  /** W3C Trace Context of the HTTP request that caused the message; the handler runs in it, see currentTrace */
  traceparent?: string;
  /** of a fact: its id, the same on redelivery */
  id?: string;
  /** of a fact: the stream that it belongs to, and its revision there */
  stream?: string;
  revision?: number;
}
