import type { Static, TSchema } from 'typebox';

/**
 * A command of the internal API: what a service can be asked to do. `name` is the Nest message pattern,
 * `topic` and `key` say where the command travels and with which others it stays in order.
 */
export interface Command<Request extends TSchema = TSchema, Reply extends TSchema = TSchema> {
  name: string;
  topic: string;
  summary: string;
  request: Request;
  reply: Reply;
  key(request: Static<Request>): string;
  /** a request and its reply; documents show them, and a test checks them against the schemas */
  example: { request: Static<Request>; reply: Static<Reply> };
}

export type RequestOf<C extends Command> = Static<C['request']>;
export type ReplyOf<C extends Command> = Static<C['reply']>;

/** Declares a command; exists so that `key` and `example` see the types. */
export function command<Request extends TSchema, Reply extends TSchema>(
  definition: Command<Request, Reply>,
): Command<Request, Reply> {
  return definition;
}
