/** The allowed values of a text field, if not all texts are allowed. */
export interface Vocabulary {
  /** for messages: `one of inbound, outbound` */
  expected: string;
  allows(text: string): boolean;
}

interface Typed<Type extends string, Value, Context> {
  readonly type: Type;
  /** returns null when the value is unknown */
  readonly read: (context: Context) => Value | null;
  /** set if the value is the same for every event */
  readonly constant?: Value;
}

/** An expression that is true or false, never unknown. */
export interface Condition<Context> {
  readonly type: 'condition';
  readonly read: (context: Context) => boolean;
}
export type IntegerExpression<Context> = Typed<'integer', number, Context>;
/** Scaled as in amount.ts. */
export type DecimalExpression<Context> = Typed<'decimal', bigint, Context>;
export type TextExpression<Context> = Typed<'text', string, Context> & { readonly vocabulary?: Vocabulary };
/** Milliseconds since 1970, UTC. */
export type DateExpression<Context> = Typed<'date', number, Context>;
export type BooleanExpression<Context> = Typed<'boolean', boolean, Context>;
export type TextsExpression<Context> = Typed<'texts', readonly string[], Context> & {
  readonly vocabulary?: Vocabulary;
};
/** A literal list of numbers; no field has this type. */
export type NumbersExpression<Context> = Typed<'numbers', readonly bigint[], Context>;

export type NumberExpression<Context> = IntegerExpression<Context> | DecimalExpression<Context>;

/** A node of a rule, compiled: a closure and the type of what it returns. */
export type Expression<Context> =
  | Condition<Context>
  | NumberExpression<Context>
  | TextExpression<Context>
  | DateExpression<Context>
  | BooleanExpression<Context>
  | TextsExpression<Context>
  | NumbersExpression<Context>;

/** The names of the types in messages. */
export const TYPE_NAMES: Record<Expression<never>['type'], string> = {
  condition: 'a condition',
  integer: 'a number',
  decimal: 'a number',
  text: 'a text',
  date: 'a date',
  boolean: 'true or false',
  texts: 'a list of texts',
  numbers: 'a list of numbers',
};

export const oneOf = (words: readonly string[]): Vocabulary => ({
  expected: `one of ${words.join(', ')}`,
  allows: (text) => words.includes(text),
});

export const COUNTRY: Vocabulary = {
  expected: 'a two-letter country code in upper case (ISO 3166-1)',
  allows: (text) => /^[A-Z]{2}$/.test(text),
};

export const CURRENCY: Vocabulary = {
  expected: 'a three-letter currency code in upper case (ISO 4217)',
  allows: (text) => /^[A-Z]{3}$/.test(text),
};
