import { Metadata } from '@probity/contracts/fields';
import { freeFormProblem } from '../../free-form-json';
import { isLongerThan, NOT_BLANK, textProblem } from '../../text';
import { type About, Field, type FieldSchema, OptionalField } from './field';
import { rule } from './rule';

const text = (maxLength: number, about: FieldSchema): FieldSchema => ({ type: 'string', maxLength, ...about });
const notBlank = (maxLength: number, about: FieldSchema = {}): FieldSchema => ({
  ...text(maxLength, about),
  minLength: 1,
  pattern: NOT_BLANK.source,
});

/** A required text: not blank, at most `max` characters, and storable (see `textProblem`). */
export const Text = (max: number, about: FieldSchema = {}): PropertyDecorator =>
  Field(notBlank(max, about), isText(1, max));

/** A text that may be absent, null or blank: at most `max` characters, and storable (see `textProblem`). */
export const OptionalText = (max: number, about: FieldSchema = {}): PropertyDecorator =>
  OptionalField(text(max, about), isText(0, max));

/** Like `OptionalText`, but the text must not be blank. */
export const NonBlankText = (max: number, about: FieldSchema = {}): PropertyDecorator =>
  OptionalField(notBlank(max, about), isText(1, max));

/** A list of at most `maxItems` texts that are not blank; it may be absent or null. */
export const OptionalTexts = (maxItems: number, max: number, about: About = {}): PropertyDecorator =>
  OptionalField(
    { type: 'array', items: notBlank(max), maxItems, ...about },
    rule('isTexts', (value, field) => {
      if (!Array.isArray(value)) return `${field} must be a list of strings`;
      if (value.length > maxItems) return `${field} must have at most ${maxItems} items`;
      for (const [index, item] of value.entries()) {
        const problem = problemOfText(item, `${field}[${index}]`, 1, max);
        if (problem) return problem;
      }
      return undefined;
    }),
  );

/** Free-form JSON that may be absent or null. */
export const OptionalMetadata = (about: About = {}, maxBytes?: number): PropertyDecorator =>
  OptionalField(
    { $ref: Metadata, ...about },
    rule('isFreeForm', (value, field) => freeFormProblem(value, field, maxBytes)),
  );

const isText = (min: 0 | 1, max: number): PropertyDecorator =>
  rule('isText', (value, field) => problemOfText(value, field, min, max));

function problemOfText(value: unknown, field: string, min: 0 | 1, max: number): string | undefined {
  if (typeof value !== 'string') return `${field} must be a string`;
  if (min > 0 && !NOT_BLANK.test(value)) return `${field} must not be blank`;
  if (isLongerThan(max, value)) return `${field} must have at most ${max} characters`;
  const problem = textProblem(value);
  return problem && `${field} ${problem}`;
}
