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
  /** what else makes it answer 503 */
  unavailable?: string;
}

const ID = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071';

/** Documents a route under `/tenants/{slug}`: its key, its slug, its envelope and its errors. */
export const ApiTenantRoute = (route: Route): MethodDecorator =>
  applyDecorators(
    ApiParam({ name: 'slug', schema: { type: 'string', example: 'acme' }, description: 'the tenant’s slug' }),
    ApiKeyRoute(route),
  );

/** Documents a route that needs a key: its envelope and its errors. */
export function ApiKeyRoute(route: Route): MethodDecorator {
  const errors: [number, string][] = [
    [400, 'the request is wrong; `message` names the field and what was expected'],
    [401, 'no API key, or one that is not valid'],
    [403, "another tenant's key, or one without the needed scope"],
  ];
  const ids = route.ids ?? [];
  const textIds = Object.entries(route.textIds ?? {});
  if (ids.length + textIds.length > 0 || route.canBeMissing) errors.push([404, 'not found, or not this tenant’s']);
  if (route.body) errors.push([413, 'the body is over 1 MiB']);
  errors.push([
    503,
    '`outcome_unknown`: it may or may not have been done, so repeat a posting only with the same idempotency_key ' +
      'and an event only with the same transaction_id; `unavailable`: nothing was done' +
      (route.unavailable ? `; ${route.unavailable}` : ''),
  ]);

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
    ...errors.map(([status, description]) => ApiResponse({ status, description, type: ErrorBody })),
  );
}

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
