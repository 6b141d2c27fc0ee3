import type { Static, TSchema } from 'typebox';
import { exampleOf } from './example';

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

type Declaration<Request extends TSchema, Reply extends TSchema> = Omit<Command<Request, Reply>, 'example'> & {
  /** where the examples differ from what `exampleOf` makes of the schemas */
  example?: { request?: Partial<Static<Request>>; reply?: Partial<Static<Reply>> };
};

/** Declares a command; see Command. */
export const command = <Request extends TSchema, Reply extends TSchema>({
  example,
  ...declaration
}: Declaration<Request, Reply>): Command<Request, Reply> => ({
  ...declaration,
  example: {
    request: exampleOf(declaration.request, example?.request),
    reply: exampleOf(declaration.reply, example?.reply),
  },
});

/**
 * Declares commands on one topic. Those with the same value in this field of their requests stay in order; see
 * Command.
 */
export const commandsOf =
  <Field extends string>(topic: string, field: Field) =>
  <Request extends TSchema & { properties: Record<Field, TSchema> }, Reply extends TSchema>(
    declaration: Omit<Declaration<Request, Reply>, 'topic' | 'key'>,
  ): Command<Request, Reply> =>
    command({ ...declaration, topic, key: (request) => (request as Record<Field, string>)[field] });
