import { applyDecorators, type Type } from '@nestjs/common';
import { Allow, IsOptional } from 'class-validator';

const FIELDS = Symbol('how the fields of a body or a query are documented');
const OPEN = Symbol('further fields are accepted');

/**
 * A JSON Schema. `example` is one valid value. `$ref` is a function that returns another DTO class, or a schema of a
 * contract with a `title`.
 */
export interface FieldSchema {
  type?: string;
  description?: string;
  example?: unknown;
  default?: unknown;
  [keyword: string]: unknown;
}

/** The documentation of a field that its decorator cannot derive. */
export type About = Pick<FieldSchema, 'description' | 'example'>;

export interface DocumentedField {
  schema: FieldSchema;
  required: boolean;
  /** whether the value may be null in a body */
  nullable: boolean;
}

/** Documents and validates a field. It is required, unless its schema has a default. */
export const Field = (schema: FieldSchema, ...rules: PropertyDecorator[]): PropertyDecorator =>
  applyDecorators(documented({ schema, required: !('default' in schema), nullable: false }), ...rules);

/** Documents and validates a field that may be absent or null. */
export const OptionalField = (schema: FieldSchema, ...rules: PropertyDecorator[]): PropertyDecorator =>
  applyDecorators(documented({ schema, required: false, nullable: true }), IsOptional(), ...rules);

/** Documents a field whose value is checked elsewhere. */
export const CheckedElsewhere = (schema: FieldSchema): PropertyDecorator => Field(schema, Allow());

/** Like `CheckedElsewhere`, for a field that may be absent or null. */
export const OptionalCheckedElsewhere = (schema: FieldSchema): PropertyDecorator => OptionalField(schema, Allow());

/** For a DTO class: the documentation says that the body may have further fields. */
export const FurtherFields: ClassDecorator = (target) => Reflect.defineMetadata(OPEN, true, target);

function documented(field: DocumentedField): PropertyDecorator {
  return (target, name) => {
    const before = Reflect.getMetadata(FIELDS, target) as Map<string, DocumentedField> | undefined;
    Reflect.defineMetadata(FIELDS, new Map(before).set(String(name), field), target);
  };
}

/** The fields of a DTO class and its base classes, by name. */
export const documentedFields = (dtoClass: Type): ReadonlyMap<string, DocumentedField> =>
  (Reflect.getMetadata(FIELDS, dtoClass.prototype as object) as Map<string, DocumentedField> | undefined) ?? new Map();

/** Whether a body of the class may be left out: then it is an empty one. */
export const mayBeLeftOut = (dtoClass: Type): boolean =>
  [...documentedFields(dtoClass).values()].every(({ required }) => !required);

export const takesFurtherFields = (dtoClass: Type): boolean => Reflect.hasMetadata(OPEN, dtoClass);

interface Shape {
  properties: Record<string, object>;
  required?: string[];
  /** examples of the whole object; each field is documented with its value in the first example */
  examples?: Record<string, unknown>[];
}

/**
 * For a DTO class: adds the fields of a contract's schema. Their values are checked elsewhere, as a whole. Fields that
 * are not required may be null. With `partial`, no field is required.
 */
export const FieldsOf =
  ({ properties, required = [], examples: [example = {}] = [] }: Shape, { partial = false } = {}): ClassDecorator =>
  (target) => {
    for (const [name, schema] of Object.entries(properties)) {
      const field = required.includes(name) && !partial ? CheckedElsewhere : OptionalCheckedElsewhere;
      field({ ...schema, ...(name in example && { example: example[name] }) })(target.prototype as object, name);
    }
  };
