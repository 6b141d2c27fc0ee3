import type { Command } from '@probity/contracts/declaration/command';

/** What the command bus hands to the client of a transport as the data of a packet. */
export interface CommandCall {
  command: Command;
  request: unknown;
  /** after this the caller has given up */
  timeToLiveMs: number;
  /** whether the command answers many times */
  manyReplies: boolean;
  traceparent?: string;
}

/** What a handler can know of a message besides its content: the second parameter of a handler. */
export interface MessageContext {
  /** W3C Trace Context of the HTTP request that led here; the handler runs in it, see currentTrace */
  traceparent?: string;
  /** of a fact: its id, the same on redelivery */
  id?: string;
  /** of a fact: the stream that it belongs to, and its revision there */
  stream?: string;
  revision?: number;
}
