import { IsInt, Max, Min } from 'class-validator';
import { Field, type FieldSchema, OptionalField } from './field';

/** A whole number from `min` to `max`; `message` replaces the default error message. */
export const WholeNumber = (min: number, max: number, about: FieldSchema = {}, message?: string): PropertyDecorator =>
  Field({ type: 'integer', minimum: min, maximum: max, ...about }, ...wholeNumber(min, max, message));

/** A whole number that may be absent or null. `max` undefined: no maximum. */
export const OptionalWholeNumber = (min: number, max: number | undefined, about: FieldSchema = {}): PropertyDecorator =>
  OptionalField(
    { type: 'integer', minimum: min, ...(max !== undefined && { maximum: max }), ...about },
    ...wholeNumber(min, max),
  );

const wholeNumber = (min: number, max: number | undefined, message?: string): PropertyDecorator[] => {
  const options = message === undefined ? undefined : { message };
  return [IsInt(options), Min(min, options), ...(max === undefined ? [] : [Max(max, options)])];
};
