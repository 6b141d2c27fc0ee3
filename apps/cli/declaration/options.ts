import { InvalidArgumentError, Option } from 'commander';

/** An option of a command, with the type of its value. */
export class Field<Value> extends Option {
  declare readonly value: Value;
}

/** Options by the names of the API's fields. */
export type Fields = Record<string, Field<unknown>>;

/**
 * The value that commander derives from the flags: a text, several (`<id...>`), or `true` for a flag without a
 * value.
 */
type Given<Flags extends string> = Flags extends `${string}...>`
  ? string[]
  : Flags extends `${string}>`
    ? string
    : true;
/** The allowed words, or a function that parses the text. */
type Takes = readonly string[] | ((text: string) => unknown);
type Taken<Flags extends string, Reader> = Reader extends (text: string) => infer Value ? Value : Given<Flags>;

export function optional<const Flags extends string, Reader extends Takes = readonly string[]>(
  flags: Flags,
  description: string,
  takes?: Reader,
): Field<Taken<Flags, Reader> | undefined> {
  const field = new Field<Taken<Flags, Reader> | undefined>(flags, description);
  if (typeof takes === 'function') field.argParser(takes);
  else if (takes) field.choices(takes);
  return field;
}

export function required<const Flags extends string, Reader extends Takes = readonly string[]>(
  flags: Flags,
  description: string,
  takes?: Reader,
): Field<Taken<Flags, Reader>> {
  return optional(flags, description, takes).makeOptionMandatory() as Field<Taken<Flags, Reader>>;
}

/** An option that can be given several times, with one value each: several values at once would take the argument. */
export function repeated(flags: string, description: string): Field<string[] | undefined> {
  const field = new Field<string[] | undefined>(flags, `${description}; repeat the option for more`);
  return field.argParser((value, before: string[] | undefined) => [...(before ?? []), value]);
}

/** Reads an option of which commander would silently ignore all values but the last. */
export const once = (text: string, before?: string): string => {
  if (before === undefined) return text;
  throw new InvalidArgumentError('Give the option once.');
};

/** An option with a default that the help shows. */
export function defaulted<Value>(
  flags: string,
  description: string,
  read: (text: string) => Value,
  value: Value,
): Field<Value> {
  return optional(flags, description, read).default(value) as Field<Value>;
}

/**
 * Parses a number.
 *
 * @param expected completes "It must be …"
 */
export function number(pattern: RegExp, expected: string, max = Infinity): (text: string) => number {
  return (text) => {
    if (pattern.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be ${expected}.`);
  };
}

export const TENANT = required('--tenant <slug>', 'the slug of the tenant');

const USUAL_LIMIT = 100;
const MAX_ITEMS = 9_999_999;
export const LIMIT = defaulted(
  '--limit <number>',
  `the maximum number of items, up to ${MAX_ITEMS}; ${USUAL_LIMIT} if omitted`,
  number(/^[1-9]\d*$/, `a whole number from 1 to ${MAX_ITEMS}`, MAX_ITEMS),
  USUAL_LIMIT,
);

/** The options of a command that records a decision. */
export const DECISION = { reason: required('--reason <text>', 'the reason; the audit trail stores it') };
