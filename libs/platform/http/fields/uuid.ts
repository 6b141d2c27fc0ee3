import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsUUID } from 'class-validator';
import { type About, Field, type FieldSchema, OptionalField } from './field';

const UUID = { type: 'string', format: 'uuid' } as const;
/** The form counts, as in isUuid: any version and variant. */
const FORM = 'loose';

export const Uuid = (about: About = {}): PropertyDecorator => Field({ ...UUID, ...about }, IsUUID(FORM));

/** A UUID that may be absent or null. */
export const OptionalUuid = (about: About = {}): PropertyDecorator =>
  OptionalField({ ...UUID, ...about }, IsUUID(FORM));

/** A list of `min` to `max` UUIDs without duplicates. */
export const Uuids = (min: number, max: number, about: FieldSchema = {}): PropertyDecorator =>
  Field(
    { type: 'array', items: UUID, minItems: min, maxItems: max, uniqueItems: true, ...about },
    IsArray(),
    ArrayMinSize(min),
    ArrayMaxSize(max),
    ArrayUnique(),
    IsUUID(FORM, { each: true }),
  );
