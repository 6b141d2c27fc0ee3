import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, HTTP_CODE_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { TSchema } from 'typebox';
import { fieldsOf } from '../dto.pipe';
import { mayBeLeftOut } from '../fields/field';
import type { ErrorCode } from '../../errors';
import { IDEMPOTENCY_KEY_PATTERN } from '../../idempotency/idempotency-key';
import { remembersKeys, type Route, routeOf, tagOf } from './api-route';
import { type DocumentedError, ErrorBody, errorsOf } from './errors';
import { type Json, Schemas } from './schemas';

/** A path parameter: its schema with an example, and the code and message for an invalid value. */
export interface PathParameter {
  schema: Json & { example: string };
  refusal?: readonly [code: ErrorCode, message: (name: string) => string];
}

/** The requests that the service sends to receivers of webhooks. */
export interface WebhooksDescription {
  /** OpenAPI path items by the names of the requests */
  described: Record<string, object>;
  /** the schemas that they refer to, by title */
  schemas: object[];
}

export interface ApiDescription {
  title: string;
  description: string;
  /** describes the token in the Authorization header */
  tokenDescription: string;
  /** the tags that group operations, each with its description */
  tags: Record<string, string>;
  /** documentation of path parameters that have no pipe */
  parameters: Record<string, PathParameter>;
  /** for path parameters of resources that may be missing: the name of the resource in messages */
  names: Record<string, string>;
  /** errors that every operation can return before its method runs */
  errors: DocumentedError[];
  /** headers of every successful response, by name */
  headers?: Record<string, object>;
  webhooks?: WebhooksDescription;
  /** what routes return for a change that needs a second person */
  proposal?: TSchema;
}

const REQUEST_ID = {
  description: 'identifies the request in the log; copied from the request when present',
  schema: { type: 'string' },
};
const REPLAYED = {
  description: 'the Idempotency-Key was used before; this is the response to the first request',
  schema: { type: 'string', const: 'true' },
};
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'makes the request safe to repeat: the same key with the same request returns the first response. 1 to 255 ' +
    'visible ASCII characters, such as a UUID, with or without double quotes. A key in quotes may also have spaces.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN, example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"' },
};
const FILE_NAME = {
  name: 'X-File-Name',
  in: 'header',
  required: true,
  description: 'the name of the file: UTF-8, percent-encoded',
  schema: { type: 'string', example: 'invoice%202026.pdf' },
};
/** A parameter in the path of a route. An asterisk at its end is the rest, which may have slashes, and is named `path`. */
const PARAMETER = /:(\w+)|\*$/g;
const REST = 'path';
/** Bytes of any content type. */
const FILE = {};
const NO_STORE = { description: 'the response must not be stored', schema: { type: 'string', const: 'no-store' } };
const HEADERS = { 'X-Request-Id': REQUEST_ID, 'Cache-Control': NO_STORE };

/** The OpenAPI document of all methods with `@ApiRoute` in the controllers. `prefix` is, for example, `/api/v1`. */
export function openApiDocument(controllers: Type[], prefix: string, api: ApiDescription): Json {
  const schemas = new Schemas();
  const paths: Record<string, Json> = {};
  for (const controller of controllers) {
    for (const operation of operationsOf(controller, schemas, api)) {
      const path = `${prefix}/${operation.path}`.replace(PARAMETER, (_all, name = REST) => `{${name}}`);
      (paths[path] ??= {})[operation.method] = operation.document;
    }
  }
  for (const schema of api.webhooks?.schemas ?? []) schemas.of(schema);
  const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: api.tokenDescription };
  return {
    openapi: '3.1.0',
    info: { title: api.title, description: api.description, version: '1' },
    servers: [{ url: '/', description: 'the host that serves this document' }],
    security: [{ bearer: [] }],
    tags: Object.entries(api.tags).map(([name, description]) => ({ name, description })),
    paths,
    ...(api.webhooks && { webhooks: api.webhooks.described }),
    components: { schemas: schemas.named, securitySchemes: { bearer } },
  };
}

interface Argument {
  kind: RouteParamtypes;
  name?: string;
  pipes: { parameter?: PathParameter }[];
  type: Type | undefined;
}

type Method = (...given: unknown[]) => unknown;

/** A route as its decorators describe it. */
interface DescribedRoute {
  route: Route;
  path: string;
  verb: string;
  status: number;
  given: Argument[];
}

function* operationsOf(
  controller: Type,
  schemas: Schemas,
  api: ApiDescription,
): Generator<{ path: string; method: string; document: Json }> {
  const prototype = controller.prototype as Record<string, Method>;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const method = prototype[name]!;
    const route = name === 'constructor' ? undefined : routeOf(method);
    if (!route) continue;
    const verb = RequestMethod[Reflect.getMetadata(METHOD_METADATA, method) as number]!.toLowerCase();
    const path = [controller, method]
      .map((part) => Reflect.getMetadata(PATH_METADATA, part) as string)
      .filter((part) => part !== '/' && part !== '')
      .join('/');
    const status =
      (Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined) ?? (verb === 'post' ? 201 : 200);
    const given = argumentsOf(controller, name);
    const document = {
      operationId: `${controller.name.replace(/Controller$/, '')}_${name}`,
      tags: [tagOf(controller)],
      ...operation({ route, path, verb, status, given }, schemas, api),
    };
    yield { path, method: verb, document };
  }
}

function argumentsOf(controller: Type, method: string): Argument[] {
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) ?? []) as Type[];
  const given = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { index: number; data?: string; pipes: { parameter?: PathParameter }[] }
  >;
  return Object.entries(given).map(([key, { index, data, pipes }]) => ({
    kind: Number(key.split(':')[0]),
    name: data,
    pipes,
    type: types[index],
  }));
}

function operation({ route, path, verb, status, given }: DescribedRoute, schemas: Schemas, api: ApiDescription): Json {
  const inPath = [...path.matchAll(PARAMETER)].map(([, name = REST]) => pathParameter(name, given, api));
  const query = given.find(({ kind, name }) => kind === RouteParamtypes.QUERY && name === undefined)?.type;
  const body = given.find(({ kind }) => kind === RouteParamtypes.BODY)?.type;
  const hasFields = body !== undefined && fieldsOf(body).size > 0;
  const isBytes = route.rawBody ?? route.upload !== undefined;
  const requestBody = hasFields ? schemas.dto(body) : isBytes ? FILE : route.body && schemas.of(route.body);
  const contentType = isBytes ? '*/*' : 'application/json';
  const remembers = verb === 'post' && remembersKeys(route);
  const takesKey = remembers || route.idempotency === 'own';
  const errors = errorsOf(
    {
      route,
      remembersKeys: remembers,
      parameters: inPath.map(({ name, schema, refusal }) => ({
        name,
        example: schema.example,
        ...(refusal && { refusal: [refusal[0], refusal[1](name)] as const }),
      })),
      names: api.names,
      mayHaveBody: verb !== 'get',
      hasFields,
      hasQuery: query !== undefined,
    },
    api.errors,
  );
  return {
    summary: route.summary,
    ...(route.description && { description: route.description }),
    ...(route.authentication && { security: [] }),
    parameters: [
      ...inPath.map(({ name, schema: { description, ...schema } }) => ({
        name,
        in: 'path',
        required: true,
        ...(description !== undefined && { description }),
        schema: schemas.of(schema),
      })),
      ...(query ? schemas.parameters(query) : []),
      ...(route.upload ? [FILE_NAME] : []),
      ...(takesKey ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(requestBody && {
      requestBody: {
        required: !(hasFields && mayBeLeftOut(body)),
        content: { [contentType]: { schema: requestBody } },
      },
    }),
    responses: {
      [status]: success(route, takesKey, schemas, api.headers),
      ...(route.reviewed && api.proposal && { 202: proposed(api.proposal, takesKey, schemas, api.headers) }),
      ...Object.fromEntries(errors.map((error) => [error.status, errorResponse(error, schemas)])),
    },
  };
}

function pathParameter(name: string, given: Argument[], api: ApiDescription): PathParameter & { name: string } {
  const argument = given.find((one) => one.kind === RouteParamtypes.PARAM && one.name === name);
  const documented = argument?.pipes.find(({ parameter }) => parameter)?.parameter ?? api.parameters[name];
  if (!documented) throw new Error(`the path parameter ${name} is not documented: give it a pipe, or describe it`);
  return { name, ...documented };
}

function success(route: Route, takesKey: boolean, schemas: Schemas, shared: Json = {}): Json {
  const headers = { ...HEADERS, ...shared, ...(takesKey && { 'Idempotent-Replayed': REPLAYED }), ...route.headers };
  if (route.download) {
    const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    return { description: 'the bytes of the file, as an attachment', headers, content: bytes };
  }
  const { description, type } = FORMS[route.lines ? 'lines' : route.messages ? 'messages' : 'json'];
  const schema = successSchema(route, schemas);
  return { description, headers, ...(schema && { content: { [type]: { schema } } }) };
}

const FORMS = {
  json: { description: 'success', type: 'application/json' },
  lines: {
    description: 'one JSON object per line as the work progresses; an error is the last line',
    type: 'application/x-ndjson',
  },
  messages: {
    description: 'server-sent events until the caller leaves; the schema is that of the data of each message',
    type: 'text/event-stream',
  },
};

const proposed = (proposal: TSchema, takesKey: boolean, schemas: Schemas, shared: Json = {}): Json => ({
  ...success({ summary: '', data: proposal }, takesKey, schemas, shared),
  description: 'the change needs a second person, and waits as this proposal',
});

function successSchema({ data, list, bare, lines, messages }: Route, schemas: Schemas): Json | undefined {
  if (messages) return schemas.of(messages);
  if (bare) return schemas.of(bare);
  if (lines) return { anyOf: [schemas.of(lines), schemas.of(ErrorBody)] };
  const payload = data ?? list;
  if (!payload) return undefined;
  const name = (payload as { title?: string }).title;
  if (name === undefined) throw new Error('the return type of a route has no name; declare it with view()');
  return schemas.of({
    title: list ? `${name}ListResponse` : `${name}Response`,
    type: 'object',
    required: ['status', 'data'],
    properties: { status: { type: 'string', const: 'ok' }, data: list ? { type: 'array', items: payload } : payload },
  });
}

const errorResponse = ({ description, examples, headers }: DocumentedError, schemas: Schemas): Json => ({
  description,
  headers: { ...HEADERS, ...headers },
  content: {
    'application/json': {
      schema: schemas.of(ErrorBody),
      examples: Object.fromEntries(
        Object.entries(examples).map(([code, message]) => [
          code,
          { summary: code, value: { status: 'error', message, code } },
        ]),
      ),
    },
  },
});
