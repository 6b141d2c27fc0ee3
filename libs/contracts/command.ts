import type { Static, TSchema } from 'typebox';

/**
 * A command of the internal API: who may be asked for what. `name` is the Nest message pattern,
 * `topic` and `key` say where it travels and what it stays in order with.
 */
export interface Command<Request extends TSchema = TSchema, Reply extends TSchema = TSchema> {
  name: string;
  topic: string;
  request: Request;
  reply: Reply;
  key(request: Static<Request>): string;
}

export type RequestOf<C extends Command> = Static<C['request']>;
export type ReplyOf<C extends Command> = Static<C['reply']>;

/** Declares a command; exists so that `key` sees the request's type. */
export function command<Request extends TSchema, Reply extends TSchema>(
  definition: Command<Request, Reply>,
): Command<Request, Reply> {
  return definition;
}
