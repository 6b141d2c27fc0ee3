import type { Type } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { PERSONAL } from '@probity/contracts/personal-data/personal';
import { documentedFields, takesFurtherFields } from '../fields/field';

export type Json = Record<string, unknown>;

const SCHEMAS_BY_NAME = ['properties', '$defs'];
const LISTS_OF_SCHEMAS = ['anyOf', 'oneOf', 'allOf'];
const SCHEMAS = ['items', 'additionalProperties', 'not'];
const ANY_NAME = '^.*$';

/**
 * The named schemas of an API document. A schema with a `title` is listed once under this title, and a DTO class once
 * under its class name. All other places refer to it.
 */
export class Schemas {
  /** `components.schemas` */
  readonly named: Json = {};
  private readonly sources = new Map<string, unknown>();

  /**
   * Converts a schema of a contract for OpenAPI. Returns a reference when the schema has a `title`.
   *
   * @throws Error when two different schemas have one title
   */
  of(schema: object): Json {
    const { title, ...rest } = schema as Json;
    return typeof title === 'string' ? this.component(title, schema, () => this.plain(rest)) : this.plain(rest);
  }

  /** A reference to the schema of a DTO class. */
  dto(dtoClass: Type): Json {
    return this.component(dtoClass.name, dtoClass, () => this.dtoSchema(dtoClass));
  }

  /** The query parameters that a DTO class declares. */
  parameters(dtoClass: Type): Json[] {
    return [...documentedFields(dtoClass)].map(([name, { schema, required }]) => {
      const { description, ...rest } = schema;
      return { name, in: 'query', required, ...(description && { description }), schema: this.of(rest) };
    });
  }

  private component(name: string, source: unknown, make: () => Json): Json {
    const known = this.sources.get(name);
    if (known === undefined) {
      this.sources.set(name, source);
      this.named[name] = {}; // a schema may refer to itself
      this.named[name] = make();
    } else if (known !== source && !isDeepStrictEqual(this.named[name], make())) {
      throw new Error(`two schemas of the API document have the name ${name}; give one of them another title`);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  private dtoSchema(dtoClass: Type): Json {
    const fields = [...documentedFields(dtoClass)];
    const required = fields.filter(([, field]) => field.required).map(([name]) => name);
    const properties = fields.map(([name, { schema, nullable }]) => {
      const { description, default: fallback, example, ...rest } = schema;
      // Client generators name the type of a choice after its field, except when it is nullable: it needs a title.
      const title = nullable && 'enum' in rest ? { title: `${dtoClass.name}${inPascalCase(name)}` } : {};
      const value = this.of({ ...title, ...rest });
      const about = {
        ...(description && { description }),
        ...(fallback !== undefined && { default: fallback }),
        ...(example !== undefined && { examples: [example] }),
      };
      return [name, { ...(nullable ? orNull(value) : value), ...about }] as const;
    });
    return {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(properties),
      additionalProperties: takesFurtherFields(dtoClass),
    };
  }

  /** Rewrites forms of contract schemas that client generators do not understand. */
  private plain({ patternProperties, example, [PERSONAL]: _internal, ...schema }: Json): Json {
    const anyName = (patternProperties as Json | undefined)?.[ANY_NAME] as Json | undefined;
    const converted = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => this.below(keyword, value)));
    return withoutNullVariant({
      ...(Array.isArray(schema.enum) && { type: typeof schema.enum[0] }),
      ...converted,
      ...(example !== undefined && { examples: [example] }),
      ...(anyName && { additionalProperties: Object.keys(anyName).length === 0 ? true : this.of(anyName) }),
    });
  }

  private below(keyword: string, value: unknown): [string, unknown] {
    if (keyword === '$ref' && typeof value === 'function') {
      return [keyword, this.dto((value as () => Type)()).$ref];
    }
    if (keyword === '$ref' && typeof value === 'object') return [keyword, this.of(value!).$ref];
    if (Array.isArray(value)) {
      return [keyword, LISTS_OF_SCHEMAS.includes(keyword) ? value.map((one: object) => this.of(one)) : value];
    }
    if (typeof value !== 'object' || value === null) return [keyword, value];
    if (SCHEMAS.includes(keyword)) return [keyword, this.of(value)];
    if (!SCHEMAS_BY_NAME.includes(keyword)) return [keyword, value];
    return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.of(one as object)]))];
  }
}

const inPascalCase = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** The schema, or null. */
function orNull(schema: Json): Json {
  return withoutNullVariant({ anyOf: [schema, { type: 'null' }] });
}

/** Turns "schema or null" into one schema with two types, where possible. */
function withoutNullVariant(schema: Json): Json {
  const { anyOf, ...beside } = schema;
  const [variant, empty] = (anyOf ?? []) as Json[];
  if ((anyOf as Json[] | undefined)?.length !== 2 || empty!.type !== 'null') return schema;
  if (typeof variant!.type !== 'string' || 'const' in variant! || 'enum' in variant!) return schema;
  return { ...variant, type: [variant!.type, 'null'], ...beside };
}
