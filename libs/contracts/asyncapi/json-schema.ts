import { PERSONAL } from '../personal-data/personal';

/** A JSON Schema as plain JSON, within what draft 07 and 2020-12 have in common. */
export interface JsonSchema {
  title?: string;
  description?: string;
  format?: string;
  pattern?: string;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  [keyword: string]: unknown;
}

export interface ObjectSchema extends JsonSchema {
  type: 'object';
  required: string[];
  properties: Record<string, JsonSchema>;
}

/** The schema as plain JSON, without what TypeBox adds for types, and without what only Probity itself reads. */
export const plainSchema = (schema: object): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema, (keyword, value: unknown) => (keyword === PERSONAL ? undefined : value)),
  ) as JsonSchema;

/** An object with these properties; others are allowed. A name that ends in `?` may be absent. */
export function objectOf(properties: Record<string, JsonSchema>): ObjectSchema {
  const names = Object.keys(properties);
  const plain = (name: string): string => name.replace(/\?$/, '');
  return {
    type: 'object',
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(names.map((name) => [plain(name), properties[name]!])),
  };
}
