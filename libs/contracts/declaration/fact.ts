import type { Static, TSchema } from 'typebox';
import { exampleOf } from './example';

/** Streams of one kind of aggregate. Their events are facts, which the relay publishes on one topic. */
export interface Streams<Service extends string = string> {
  /** the service that writes them */
  service: Service;
  /** streams are named `<prefix><aggregate id>` */
  prefix: string;
  topic: string;
  /** regular expression of aggregate ids, without anchors; without one they are UUIDs */
  idPattern?: string;
  /** the field of their data with the aggregate's id, and its prefix in the name of the stream */
  idField: string;
  /** the field of their data with the id of the customer, signal, backtest or file whose key seals their personal data */
  sealedBy?: string;
  idPrefix?: string;
  /** types of events in these streams that stay in Probity */
  inside?: readonly string[];
}

/** The declaration of a fact. */
interface Declaration<Data extends TSchema, Withheld extends PropertyKey> {
  summary: string;
  data: Data;
  /** fields of the event's data that are not published */
  withheld?: readonly Withheld[];
  /** values of the example that differ from `exampleOf` */
  example?: Partial<Omit<Static<Data>, Withheld>>;
}

/** One kind of event in the streams of an aggregate, and its published form. */
export interface Fact<Service extends string = string, Type extends string = string, Data extends TSchema = TSchema> {
  /** the type of the event in its stream, such as `TransactionPosted` */
  type: Type;
  /** the name it is published and followed under (`ce_type`), such as `ledger.TransactionPosted` */
  name: `${Service}.${Type}`;
  streams: Streams<Service>;
  summary: string;
  data: Data;
  withheld: readonly string[];
  /** data as it is published; documents show it, and a test checks it against the schema */
  example: object;
  /** the name of the example's stream without the prefix */
  exampleId: string;
}

/** The data of a fact as its event holds it, withheld fields included. */
export type DataOf<F extends Fact> = Static<F['data']>;

/** An event of one of these facts: a union discriminated by `type`. */
export type EventOf<F extends Fact> = F extends Fact ? { type: F['type']; data: DataOf<F> } : never;

/** Declares the facts of these streams; see Fact. */
export const factsOf =
  <Service extends string>(streams: Streams<Service>) =>
  <Type extends string, Data extends TSchema, Withheld extends string & keyof Static<Data> = never>(
    type: Type,
    { withheld = [], example: said, ...declaration }: Declaration<Data, Withheld>,
  ): Fact<Service, Type, Data> => {
    const whole: Record<string, unknown> = exampleOf(declaration.data, said as Partial<Static<Data>>);
    const published = Object.entries(whole).filter(([field]) => !(withheld as readonly string[]).includes(field));
    const example = Object.fromEntries(published);
    const exampleId = `${streams.idPrefix ?? ''}${String(example[streams.idField])}`;
    const name = `${streams.service}.${type}` as const;
    return { type, name, streams, withheld, example, exampleId, ...declaration };
  };
