import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from './json-schema';

const SCHEMAS = '#/components/schemas/';

/**
 * Collects schemas under names, so that documents refer to them and a generated client names its classes after them. The
 * name of a schema is its `title`; an object or a choice without one is named after its location, as
 * in `RiskViewComplianceFlags`.
 */
export class NamedSchemas {
  readonly schemas: Record<string, JsonSchema> = {};

  /**
   * Returns a reference to the schema under its own title, or under this name.
   *
   * @throws Error when a different schema has the same title
   */
  refer(schema: JsonSchema, name: string): { $ref: string } {
    const { title = name } = schema;
    const whole = { ...this.within(schema, title), title };
    const known = this.schemas[title];
    if (known && !isDeepStrictEqual(known, whole)) throw new Error(`two different schemas have the title ${title}`);
    this.schemas[title] = whole;
    return { $ref: SCHEMAS + title };
  }

  /** The schema with references in place of the objects and choices in it. */
  private within({ properties, items, anyOf, ...schema }: JsonSchema, name: string): JsonSchema {
    return {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([field, below]) => [field, this.named(below, name + capitalized(field))]),
        ),
      }),
      ...(items && { items: this.named(items, `${name}Item`) }),
      ...(anyOf && { anyOf: anyOf.map((variant) => this.named(variant, `${name}Value`)) }),
    };
  }

  private named(schema: JsonSchema, name: string): JsonSchema {
    return isClass(schema) ? this.refer(schema, name) : this.within(schema, name);
  }
}

/** Whether code generators make a class of it, or of a choice of classes. */
const isClass = ({ title, type, enum: words, anyOf = [] }: JsonSchema): boolean =>
  title !== undefined || type === 'object' || words !== undefined || anyOf.some(isClass);

/** The value with every reference replaced by its schema. */
export function inPlace<Value>(value: Value, schemas: Record<string, JsonSchema>): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => inPlace(item, schemas)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string' && value.$ref.startsWith(SCHEMAS)) {
    return inPlace(schemas[value.$ref.slice(SCHEMAS.length)], schemas) as Value;
  }
  const entries = Object.entries(value).map(([name, below]) => [name, inPlace<unknown>(below, schemas)]);
  return Object.fromEntries(entries) as Value;
}

const capitalized = (field: string): string =>
  field
    .split(/[\W_]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
