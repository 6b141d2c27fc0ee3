/** A JSON Schema without references, limited to the keywords that our API documents use. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  /** documentation pages show the first one */
  examples?: unknown[];
  /** the example of a webhook header */
  example?: unknown;
  default?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

/** An operation of an API document. */
export interface Operation {
  /** such as `GET /tenants/{slug}/ledgers` */
  name: string;
  method: string;
  /** relative to the base address */
  path: string;
  parameters: Parameter[];
  body?: Schema;
  /** the response body of each documented status; undefined if no body is described */
  answers: Map<number, Schema | undefined>;
  /** the description of each documented status */
  descriptions: Map<number, string>;
  /** the named examples of each documented status */
  examples: Map<number, Record<string, unknown>>;
  needsKey: boolean;
}

/** A webhook: a request that Probity sends. */
export interface Webhook {
  method: string;
  contentType: string;
  /** each schema contains an example */
  headers: { name: string; schema: Schema }[];
  body: Schema;
  example: Record<string, any>;
  /** the described response statuses */
  statuses: string[];
}

const BASE = '/api/v1';

/** Fetches an API document, without a key. */
export async function apiDocument(baseUrl: string): Promise<any> {
  const answer = await fetch(`${baseUrl}/openapi.json`);
  if (answer.status !== 200) throw new Error(`reading the API document returned ${answer.status}`);
  return answer.json();
}

/** Returns every operation of a document, with its schemas inlined. */
export function operationsOf(document: any): Operation[] {
  return Object.entries<Record<string, any>>(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Operation => {
      const relative = path.startsWith(BASE) ? path.slice(BASE.length) : path;
      const body = operation.requestBody?.content?.['application/json']?.schema;
      return {
        name: `${method.toUpperCase()} ${relative}`,
        method: method.toUpperCase(),
        path: relative,
        parameters: (operation.parameters ?? []).map(withExample),
        body: body && inlined(body, document),
        answers: new Map(
          Object.entries<any>(operation.responses).map(([status, response]) => {
            const schema = response.content?.['application/json']?.schema;
            return [Number(status), schema && inlined(schema, document)];
          }),
        ),
        descriptions: new Map(
          Object.entries<any>(operation.responses).map(([status, response]) => [Number(status), response.description]),
        ),
        examples: new Map(
          Object.entries<any>(operation.responses).map(([status, response]) => {
            const examples: Record<string, any> = response.content?.['application/json']?.examples ?? {};
            return [
              Number(status),
              Object.fromEntries(Object.entries(examples).map(([name, one]) => [name, one.value])),
            ];
          }),
        ),
        needsKey: (operation.security ?? document.security ?? []).length > 0,
      };
    }),
  );
}

/** Returns every webhook of a document by its name, with its schemas inlined. */
export function webhooksOf(document: any): Map<string, Webhook> {
  return new Map(
    Object.entries<Record<string, any>>(document.webhooks ?? {}).map(([name, operations]): [string, Webhook] => {
      const [method, ...otherMethods] = Object.keys(operations);
      const { parameters, requestBody, responses } = operations[method!];
      const [contentType, ...otherTypes] = Object.keys(requestBody.content);
      if (otherMethods.length + otherTypes.length > 0) throw new Error(`the webhook ${name} has several forms`);
      const { schema, example } = requestBody.content[contentType!];
      const headers = parameters.filter((parameter: Parameter) => parameter.in === 'header').map(withExample);
      const body = inlined(schema, document);
      const statuses = Object.keys(responses);
      return [name, { method: method!.toUpperCase(), contentType: contentType!, headers, body, example, statuses }];
    }),
  );
}

const withExample = (parameter: Parameter & { example?: unknown }): Parameter => ({
  ...parameter,
  schema: { ...(parameter.example !== undefined && { example: parameter.example }), ...parameter.schema },
});

/** Returns the schema with every reference replaced by its target. */
function inlined(value: any, document: any): any {
  if (Array.isArray(value)) return value.map((item) => inlined(item, document));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$ref === 'string') {
    const target = value.$ref
      .split('/')
      .slice(1)
      .reduce((at: any, step: string) => at?.[step], document);
    if (!target) throw new Error(`${value.$ref} refers to nothing in the document`);
    const { $ref: _ref, ...beside } = value;
    return { ...inlined(target, document), ...inlined(beside, document) };
  }
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, inlined(child, document)]));
}

/** Returns the alternatives or parts of a schema, if it has any. */
export const formsOf = ({ oneOf, anyOf, allOf }: Schema): Schema[] | undefined => oneOf ?? anyOf ?? allOf;

/** Returns the schema, changed so that its objects may have no undescribed properties. */
export function closed(schema: Schema): Schema {
  return {
    ...schema,
    ...(schema.oneOf ? { oneOf: schema.oneOf.map(closed) } : {}),
    ...(schema.anyOf ? { anyOf: schema.anyOf.map(closed) } : {}),
    ...(schema.allOf ? { allOf: schema.allOf.map(closed) } : {}),
    ...(schema.items ? { items: closed(schema.items) } : {}),
    ...(schema.properties
      ? {
          additionalProperties: schema.additionalProperties ?? false,
          properties: Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, closed(one)])),
        }
      : {}),
  };
}

/** Returns the schema's example, composed from its parts; undefined if a part has none. */
export function exampleOf(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  const [form] = formsOf(schema) ?? [];
  if (form) return exampleOf(form);
  if (schema.items) {
    const item = exampleOf(schema.items);
    return item === undefined ? undefined : [item];
  }
  if (!schema.properties) return undefined;
  const parts = Object.entries(schema.properties).map(([name, one]) => [name, exampleOf(one)] as const);
  const missing = parts.some(([name, example]) => example === undefined && schema.required?.includes(name));
  return missing ? undefined : Object.fromEntries(parts.filter(([, example]) => example !== undefined));
}
