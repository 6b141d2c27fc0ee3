import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiParam,
  ApiProperty,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';

export class ErrorBody {
  @ApiProperty({ enum: ['error'] }) status: string;
  @ApiProperty({ example: 'entries do not balance: debits are 100 and credits are 90' }) message: string;
  @ApiProperty({ example: 'unbalanced', description: 'a stable word for machines' }) code: string;
}

/** One of several forms. */
export interface Forms {
  /** classes that the schema refers to */
  models: Type[];
  schema: object;
}

/** A body or an answer that is one of several classes. */
export const oneOf = (...models: Type[]): Forms => ({
  models,
  schema: { oneOf: models.map((model) => ({ $ref: getSchemaPath(model) })) },
});

/** Why a route answers 400, other than for the form of the request. */
export interface DocumentedRefusal {
  code: string;
  /** a message that the route answers with this code */
  message: string;
  /** when it is answered */
  when: string;
}

export interface Route {
  tag: string;
  body?: Type | Forms;
  /** the success status; default 200 */
  status?: number;
  /** `data` is an array of these */
  list?: Type;
  /** `data` is one of these */
  data?: Type | Forms;
  /** the whole body is one of these */
  bare?: Type;
  /** the success has no body */
  empty?: boolean;
  /** the ids in the path that are UUIDs */
  ids?: string[];
  /** the ids in the path that are any text, each with an example */
  textIds?: Record<string, string>;
  /** whether something that the body names can be missing */
  canBeMissing?: boolean;
  /** what else makes it answer 400 */
  refusals?: DocumentedRefusal[];
  /** what to do when it answers `outcome_unknown`; default is what goes for postings and events */
  outcomeUnknown?: string;
  /** what else makes it answer 503 */
  unavailable?: string;
}

interface DocumentedError {
  status: number;
  description: string;
  /** messages by their codes */
  examples: Record<string, string>;
}

const REPEAT = 'repeat a posting only with the same idempotency_key and an event only with the same transaction_id';
/** What messages call the things whose ids have other names. */
const NAMES: Record<string, string> = { endpointId: 'webhook', ruleId: 'monitoring rule', entryId: 'watchlist entry' };
const ID = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071';

/** Documents a route under `/tenants/{slug}`: its key, its slug, its envelope and its errors. */
export const ApiTenantRoute = (route: Route): MethodDecorator =>
  applyDecorators(
    ApiParam({ name: 'slug', schema: { type: 'string', example: 'acme' }, description: 'the tenant’s slug' }),
    ApiKeyRoute(route),
  );

/** Documents a route that needs a key: its envelope and its errors. */
export function ApiKeyRoute(route: Route): MethodDecorator {
  const ids = route.ids ?? [];
  const textIds = Object.entries(route.textIds ?? {});

  return applyDecorators(
    ApiTags(route.tag),
    ApiBearerAuth(),
    ...ids.map((name) => ApiParam({ name, schema: { type: 'string', format: 'uuid', example: ID } })),
    ...textIds.map(([name, example]) => ApiParam({ name, schema: { type: 'string', example } })),
    ApiExtraModels(ErrorBody, ...modelsOf(route)),
    ...(route.body ? [ApiBody({ schema: schemaOf(route.body) })] : []),
    ApiResponse({
      status: route.status ?? 200,
      description: 'success',
      ...(route.empty ? {} : { schema: successSchema(route) }),
    }),
    ...errorsOf(route).map(({ status, description, examples }) =>
      ApiResponse({ status, description, type: ErrorBody, examples: asBodies(examples) }),
    ),
  );
}

function errorsOf(route: Route): DocumentedError[] {
  const { refusals = [] } = route;
  const [missing] = [
    ...(route.ids ?? []).map((name) => [name, ID] as const),
    ...Object.entries(route.textIds ?? {}),
    ...(route.canBeMissing ? [['ledgerId', ID] as const] : []),
  ];
  const wrong = ['the request is wrong; `message` names the field and what was expected'];
  const errors: DocumentedError[] = [
    {
      status: 400,
      description: [...wrong, ...refusals.map(({ code, when }) => `\`${code}\`: ${when}`)].join('; '),
      examples: {
        ...wrongRequests(route),
        ...Object.fromEntries(refusals.map(({ code, message }) => [code, message])),
      },
    },
    {
      status: 401,
      description: 'no API key, or one that is not valid',
      examples: { bad_api_key: 'a valid API key is needed: Authorization: Bearer <API_KEY>' },
    },
    {
      status: 403,
      description: "another tenant's key, or one without the needed scope",
      examples: { wrong_tenant: 'the API key belongs to another tenant' },
    },
  ];
  if (missing) {
    const [name, id] = missing;
    const examples = { not_found: `${NAMES[name] ?? name.replace(/Id$/, '')} ${id} was not found` };
    errors.push({ status: 404, description: '`not_found`: it is not there, or not this tenant’s', examples });
  }
  if (route.body) {
    const examples = { body_too_large: 'the request body must be at most 1 MiB' };
    errors.push({ status: 413, description: 'the body is over 1 MiB', examples });
  }
  errors.push({
    status: 503,
    description:
      `\`outcome_unknown\`: it may or may not have been done, so ${route.outcomeUnknown ?? REPEAT}; ` +
      '`unavailable`: nothing was done' +
      (route.unavailable ? `; ${route.unavailable}` : ''),
    examples: { unavailable: 'the service that works on it is stopping; ask again' },
  });
  return errors;
}

/** What a route refuses for its parameters and its body, before it is asked what it thinks of them. */
function wrongRequests({ ids, textIds, list, body }: Route): Record<string, string> {
  const badTexts = Object.keys(textIds ?? {}).map((name): [string, string] => [
    `bad_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    `${name} in the path must not contain the character U+0000`,
  ]);
  return {
    ...Object.fromEntries(badTexts),
    ...(ids?.length ? { bad_uuid: `${ids[0]} in the path must be a UUID` } : {}),
    ...(list ? { invalid_field: 'limit must be a whole number from 1 to 100' } : {}),
    ...(body ? { not_json: 'the request body is not valid JSON' } : {}),
    ...(body && !('schema' in body) ? { invalid_field: 'the request body must be a JSON object' } : {}),
  };
}

const asBodies = (examples: Record<string, string>): Record<string, { summary: string; value: ErrorBody }> =>
  Object.fromEntries(
    Object.entries(examples).map(([code, message]) => [
      code,
      { summary: code, value: { status: 'error', message, code } },
    ]),
  );

function successSchema({ bare, list, data }: Route): object {
  if (bare) return schemaOf(bare);
  return {
    type: 'object',
    required: ['status', 'data'],
    properties: {
      status: { type: 'string', enum: ['ok'] },
      data: list ? { type: 'array', items: schemaOf(list) } : schemaOf(data!),
    },
  };
}

const schemaOf = (form: Type | Forms): object => ('schema' in form ? form.schema : { $ref: getSchemaPath(form) });

const modelsOf = ({ body, list, data, bare }: Route): Type[] =>
  [body, list, data, bare].flatMap((form) => {
    if (!form) return [];
    return 'schema' in form ? form.models : [form];
  });
