import type { Static, TSchema } from 'typebox';
import { exampleOf } from './example';

/**
 * A command of the internal API. `name` is the Nest message pattern,
 * `topic` is its Kafka topic. Commands with the same `key` stay in order.
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
  /** values of the examples that differ from `exampleOf` */
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
 * Declares commands on one topic. Commands with the same value in this field of their requests stay in order; see
 * Command.
 */
export const commandsOf =
  <Field extends string>(topic: string, field: Field) =>
  <Request extends TSchema & { properties: Record<Field, TSchema> }, Reply extends TSchema>(
    declaration: Omit<Declaration<Request, Reply>, 'topic' | 'key'>,
  ): Command<Request, Reply> =>
    command({ ...declaration, topic, key: (request) => (request as Record<Field, string>)[field] });
