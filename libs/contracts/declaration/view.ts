import type { Static, TSchema } from 'typebox';
import { exampleOf, isObject } from './example';

/** The declaration of a schema besides its shape. */
export interface About<Schema extends TSchema> {
  description?: string;
  /** values of the example that differ from `exampleOf` */
  example?: Partial<Static<Schema>>;
}

/**
 * Names a schema. OpenAPI and AsyncAPI list it under this name in `components`, and generated clients name
 * their class by it. The name is the schema's `title`, which does not restrict valid values.
 */
export function view<Schema extends TSchema>(
  name: string,
  schema: Schema,
  { description, example }: About<Schema> = {},
): Schema {
  return Object.assign(schema, {
    title: name,
    ...(description !== undefined && { description }),
    ...(isObject(schema) && { examples: [exampleOf(schema, example)] }),
  });
}
