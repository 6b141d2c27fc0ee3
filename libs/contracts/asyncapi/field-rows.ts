import type { JsonSchema } from './json-schema';

/** A field of a schema as a line of a table. */
export interface FieldRow {
  /** such as `payload.entries[].debit` */
  path: string;
  required: boolean;
  type: string;
  description: string;
}

/** Every field of an object schema, including the fields of nested objects and lists, in order. */
export function fieldRows(schema: JsonSchema, prefix = ''): FieldRow[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row: FieldRow = {
      path,
      required: required.includes(name),
      type: typeText(field),
      description: field.description ?? '',
    };
    return [row, ...rowsBelow(field, path)];
  });
}

function rowsBelow(field: JsonSchema, path: string): FieldRow[] {
  if (field.properties) return fieldRows(field, `${path}.`);
  if (field.items) return rowsBelow(field.items, `${path}[]`);
  return variants(field).flatMap((variant) => rowsBelow(variant, path));
}

/** The allowed values, in words: `text, uuid`, `list of objects, at least 2`, `text or null`. */
export function typeText(schema: JsonSchema): string {
  const kinds = variants(schema);
  if (kinds.length > 0) return kinds.map(typeText).join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join(', ');
  const rules = [schema.format, ...limits(schema), schema.pattern].filter((rule) => rule !== undefined);
  return [baseType(schema), ...rules].join(', ');
}

const variants = (schema: JsonSchema): JsonSchema[] => (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];

const NAMES: Record<string, string> = { string: 'text', object: 'object', boolean: 'true or false', null: 'null' };

function baseType(schema: JsonSchema): string {
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {})}`;
  const type = schema.type as string | undefined;
  return type === undefined ? 'anything' : (NAMES[type] ?? type);
}

const LIMITS: Record<string, string> = {
  minimum: 'at least',
  maximum: 'at most',
  minItems: 'items: at least',
  maxItems: 'items: at most',
  minLength: 'characters: at least',
  maxLength: 'characters: at most',
};

const limits = (schema: JsonSchema): string[] =>
  Object.entries(LIMITS).flatMap(([keyword, words]) =>
    keyword in schema ? [`${words} ${String(schema[keyword])}`] : [],
  );
