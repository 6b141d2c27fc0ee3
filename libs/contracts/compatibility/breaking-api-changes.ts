import type { JsonSchema } from '../asyncapi/json-schema';
import type { Direction } from '../asyncapi/topic-contracts';
import { breakingSchemaChanges } from './breaking-schema-changes';
import { wordless } from './published-contract';

/** An OpenAPI document as it is stored for comparison: without descriptions and examples. */
export interface PublishedApi {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

interface Body {
  content?: Record<string, { schema: JsonSchema }>;
}

/** The part of an API document that is stored for comparison. */
export function publishedApi(document: object): PublishedApi {
  const { paths, webhooks, components } = wordless(document as JsonSchema) as JsonSchema & PublishedApi;
  return { paths, ...(webhooks && { webhooks }), components: { schemas: components.schemas } };
}

/**
 * The changes of the current API that break a client of the published one, one sentence each; empty when all
 * changes only add: operations, optional parameters and fields, fields of responses.
 */
export function breakingApiChanges(published: PublishedApi, current: PublishedApi): string[] {
  const compare = (kind: 'paths' | 'webhooks', asked: Direction, returned: Direction): string[] =>
    Object.entries(published[kind] ?? {}).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, before]) => {
        const at = `${method.toUpperCase()} ${path}`;
        const now = current[kind]?.[path]?.[method];
        return now
          ? new Comparison(published, current, at).operation(before, now, asked, returned)
          : [`${at}: removed`];
      }),
    );
  const problems = [...compare('paths', 'received', 'sent'), ...compare('webhooks', 'sent', 'received')];
  return problems.filter((problem) => !DECLARED_LATE.some((bound) => bound.test(problem)));
}

/** Limits of requests that the servers enforced before the published documents stated them. */
const DECLARED_LATE = [
  /query offset: maximum changed from none to 999999999999999;/,
  /path \w+: (pattern|format) changed from none to /,
  /body\.(slug|code|format): pattern changed from none to /,
  /body\.currency: maxLength changed from none to 255;/,
  /body\.(alert_ids|scopes): (minItems|maxItems|uniqueItems) changed from none to /,
  /body\.expected_version: maximum changed from none to 2147483647;/,
];

class Comparison {
  constructor(
    private readonly published: PublishedApi,
    private readonly current: PublishedApi,
    private readonly at: string,
  ) {}

  operation(before: Operation, now: Operation, asked: Direction, returned: Direction): string[] {
    return [
      ...this.parameters(before, now, asked),
      ...(before.requestBody ? this.body(before.requestBody, now.requestBody, asked, 'body') : []),
      ...Object.entries(before.responses).flatMap(([status, body]) =>
        this.body(body, now.responses[status], returned, status),
      ),
    ];
  }

  private parameters({ parameters = [] }: Operation, now: Operation, asked: Direction): string[] {
    const key = (parameter: { in: string; name: string }): string => `${parameter.in} ${parameter.name}`;
    const others = new Map(now.parameters?.map((parameter) => [key(parameter), parameter]));
    const kept = parameters.flatMap((before) => {
      const at = `${this.at} ${key(before)}`;
      const after = others.get(key(before));
      others.delete(key(before));
      if (!after) return [`${at}: removed`];
      const needed = after.required && !before.required ? [`${at}: is now required`] : [];
      return [...needed, ...this.schema(before.schema, after.schema, asked, at)];
    });
    const added = [...others.values()].filter(({ required }) => required && asked === 'received');
    return [...kept, ...added.map((parameter) => `${this.at} ${key(parameter)}: added, and required`)];
  }

  private body(before: Body, now: Body | undefined, direction: Direction, what: string): string[] {
    const at = `${this.at} ${what}`;
    if (!now) return [`${at}: removed`];
    return Object.entries(before.content ?? {}).flatMap(([type, { schema }]) => {
      const after = now.content?.[type];
      return after ? this.schema(schema, after.schema, direction, at) : [`${at}: ${type} removed`];
    });
  }

  private schema(before: JsonSchema, now: JsonSchema, direction: Direction, at: string): string[] {
    const [published, current] = [resolved(before, this.published), resolved(now, this.current)];
    return breakingSchemaChanges(
      published,
      direction === 'received' ? asOpenAs(published, current) : current,
      direction,
      at,
    );
  }
}

/** The schema with its references replaced, in a single notation where several are possible. */
function resolved(schema: unknown, api: PublishedApi): JsonSchema {
  if (Array.isArray(schema)) return schema.map((one: unknown) => resolved(one, api)) as unknown as JsonSchema;
  if (typeof schema !== 'object' || schema === null) return schema as JsonSchema;
  const { $ref, allOf, oneOf, discriminator: _discriminator, ...rest } = schema as JsonSchema;
  if (typeof $ref === 'string') {
    return resolved({ ...api.components.schemas[$ref.replace('#/components/schemas/', '')], ...rest }, api);
  }
  if (Array.isArray(allOf) && allOf.length === 1) return resolved({ ...(allOf[0] as JsonSchema), ...rest }, api);
  // Only one of the documented variants can match, so that oneOf and anyOf are the same.
  const whole: JsonSchema = {
    ...rest,
    ...(allOf !== undefined && { allOf }),
    ...(oneOf !== undefined && { anyOf: oneOf as JsonSchema[] }),
  };
  const { type, enum: values, ...beside } = whole;
  if (Array.isArray(type) && Array.isArray(values)) {
    const [one] = type.filter((name) => name !== 'null') as string[];
    return { ...beside, anyOf: [{ type: one, enum: values.filter((value) => value !== null) }, { type: 'null' }] };
  }
  return Object.fromEntries(Object.entries(whole).map(([keyword, value]) => [keyword, resolved(value, api)]));
}

type Schemas = Record<string, JsonSchema>;

/**
 * The current schema without two rules that the servers enforced before the documents stated them:
 * `additionalProperties: false`, and the longest text in a list, where the published schema does not state them.
 */
function asOpenAs(published: JsonSchema, current: JsonSchema, isItem = false): JsonSchema {
  const isNew = (keyword: string, value: unknown): boolean =>
    !(keyword in published) &&
    ((keyword === 'additionalProperties' && value === false) || (keyword === 'maxLength' && isItem));
  const below = (keyword: string, value: unknown): unknown => {
    const before = published[keyword];
    if (keyword === 'items') return asOpenAs((before ?? {}) as JsonSchema, value as JsonSchema, true);
    if (keyword === 'anyOf') {
      const forms = (before ?? []) as JsonSchema[];
      return (value as JsonSchema[]).map((one, index) => asOpenAs(forms[index] ?? published, one));
    }
    if (keyword !== 'properties') return value;
    const fields = Object.entries(value as Schemas);
    return Object.fromEntries(
      fields.map(([name, one]) => [name, asOpenAs((before as Schemas | undefined)?.[name] ?? one, one)]),
    );
  };
  const kept = Object.entries(current).filter(([keyword, value]) => !isNew(keyword, value));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, below(keyword, value)]));
}
