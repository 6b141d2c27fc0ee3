import type { Static, TSchema } from 'typebox';

/** Streams of one kind of aggregate. Their events are facts, which the relay publishes on one topic. */
export interface Streams {
  /** the service that writes them */
  service: string;
  /** streams are named `<prefix><aggregate id>` */
  prefix: string;
  topic: string;
  /** regular expression of aggregate ids; without one they are UUIDs */
  idPattern?: string;
}

/** One kind of event in the streams of an aggregate, and what is published of it. */
export interface Fact<Type extends string = string, Data extends TSchema = TSchema> {
  /** the type of the event in its stream, such as `TransactionPosted` */
  type: Type;
  /** the name it is published and followed under (`ce_type`), such as `ledger.TransactionPosted` */
  name: string;
  streams: Streams;
  summary: string;
  data: Data;
  /** fields of the event's data that are not published */
  withheld: readonly string[];
  example: Static<Data>;
  /** in the example: what follows the prefix in the name of the stream */
  exampleId: string;
}

/** The data of a fact as its event holds it, withheld fields included. */
export type DataOf<F extends Fact> = Static<F['data']>;

/** An event of one of these facts: a union that can be told apart by `type`. */
export type EventOf<F extends Fact> = F extends Fact ? { type: F['type']; data: DataOf<F> } : never;

interface Declaration<Data extends TSchema> {
  summary: string;
  data: Data;
  example: Static<Data>;
  exampleId: string;
  withheld?: readonly (string & keyof Static<Data>)[];
}

/** Declares the facts of these streams; see Fact. */
export const factsOf =
  (streams: Streams) =>
  <Type extends string, Data extends TSchema>(
    type: Type,
    { withheld = [], ...declaration }: Declaration<Data>,
  ): Fact<Type, Data> => ({ type, name: `${streams.service}.${type}`, streams, withheld, ...declaration });
