import { ArrayMinSize, ArrayUnique, IsArray, IsBoolean, IsIn, Matches } from 'class-validator';
import { type About, Field, type FieldSchema, OptionalField } from './field';

type Words = readonly string[];
const word = (words: Words): FieldSchema => ({ type: 'string', enum: [...words] });

/** One of the given words. */
export const Choice = (words: Words, about: About = {}): PropertyDecorator =>
  Field({ ...word(words), ...about }, IsIn(words));

/** One of the given words; it may be absent or null. */
export const OptionalChoice = (words: Words, about: About = {}): PropertyDecorator =>
  OptionalField({ ...word(words), ...about }, IsIn(words));

/** A list of one or more of the given words, without duplicates. */
export const Choices = (words: Words, about: About = {}): PropertyDecorator =>
  Field(
    { type: 'array', items: word(words), minItems: 1, uniqueItems: true, ...about },
    IsArray(),
    ArrayMinSize(1),
    ArrayUnique(),
    IsIn(words, { each: true }),
  );

/** A text that matches a pattern. `message` describes the pattern and begins with the name of the field. */
export const Matching = (pattern: RegExp, message: string, about: About = {}): PropertyDecorator =>
  Field({ type: 'string', pattern: pattern.source, ...about }, Matches(pattern, { message }));

export const OptionalFlag = (about: About = {}): PropertyDecorator =>
  OptionalField({ type: 'boolean', ...about }, IsBoolean());

export const Flag = (about: FieldSchema = {}): PropertyDecorator => Field({ type: 'boolean', ...about }, IsBoolean());
