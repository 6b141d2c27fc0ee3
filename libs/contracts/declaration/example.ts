import type { Static, TSchema } from 'typebox';
import SchemaCheck from 'typebox/schema';
import { DECIDED_AT, FIELD_EXAMPLES } from '../examples';

/** A schema in which any keyword may be present. */
interface Described {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Described[];
  items?: Described;
  properties?: Record<string, Described>;
  required?: string[];
  minimum?: number;
  examples?: unknown[];
}

/**
 * A value of a schema, for documents: the value of the declaration, else the value of fields with this name in all
 * examples, else the simplest value of the type. An optional field is present when it has an example.
 */
export const exampleOf = <Schema extends TSchema>(
  schema: Schema,
  said: Partial<Static<Schema>> = {},
): Static<Schema> => {
  const example = valueOf(schema);
  return (isObject(schema) ? { ...(example as object), ...said } : example) as Static<Schema>;
};

export const isObject = (schema: Described): boolean => schema.properties !== undefined;

function valueOf(schema: Described, field = ''): unknown {
  if (schema.examples) return schema.examples[0];
  if (isKnown(schema, field)) return FIELD_EXAMPLES[field];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return schema.anyOf.some(({ type }) => type === 'null') ? null : valueOf(schema.anyOf[0]!, field);
  if (schema.properties) return objectOf(schema.properties, schema.required ?? []);
  switch (schema.type) {
    case 'array':
      return [valueOf(schema.items!, field)];
    case 'object':
      return {};
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return schema.format === 'date-time' ? DECIDED_AT : field.replaceAll('_', ' ');
  }
}

const isKnown = (schema: Described, field: string): boolean =>
  field in FIELD_EXAMPLES && SchemaCheck.Check(schema, FIELD_EXAMPLES[field]);

function objectOf(properties: Record<string, Described>, required: string[]): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([field, schema]) => required.includes(field) || schema.examples || isKnown(schema, field),
  );
  return Object.fromEntries(shown.map(([field, schema]) => [field, valueOf(schema, field)]));
}
