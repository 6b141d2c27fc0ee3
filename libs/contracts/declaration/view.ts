import type { Static, TSchema } from 'typebox';
import { exampleOf, isObject } from './example';

/** What a declaration says of a schema besides its shape. */
export interface About<Schema extends TSchema> {
  description?: string;
  /** where its example differs from what `exampleOf` makes of the schema */
  example?: Partial<Static<Schema>>;
}

/**
 * Names a schema. OpenAPI and AsyncAPI list it under this name in `components`, and generated clients call
 * their class so. The name is written as the schema's `title`: it says nothing about what is valid.
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
