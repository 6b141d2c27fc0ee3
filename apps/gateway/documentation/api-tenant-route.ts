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

interface TenantRoute {
  tag: string;
  body?: Type;
  /** the success status; default 200 */
  status?: number;
  /** `data` is an array of these */
  list?: Type;
  /** `data` is one of these */
  data?: Type;
  /** the whole body is one of these */
  bare?: Type;
  /** the ids in the path */
  ids?: string[];
  /** whether something that the body names can be missing */
  canBeMissing?: boolean;
}

const ID = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071';

/** Documents a route under `/tenants/{slug}`: its key, its slug, its envelope and its errors. */
export function ApiTenantRoute(route: TenantRoute): MethodDecorator {
  const model = route.list ?? route.data ?? route.bare!;
  const reference = { $ref: getSchemaPath(model) };
  const schema = route.bare
    ? reference
    : {
        type: 'object',
        required: ['status', 'data'],
        properties: {
          status: { type: 'string', enum: ['ok'] },
          data: route.list ? { type: 'array', items: reference } : reference,
        },
      };
  const errors: [number, string][] = [
    [400, 'the request is wrong; `message` names the field and what was expected'],
    [401, 'no API key, or one that is not valid'],
    [403, "another tenant's key, or one without the needed scope"],
  ];
  const ids = route.ids ?? [];
  if (ids.length > 0 || route.canBeMissing) errors.push([404, 'not found, or not this tenant’s']);
  if (route.body) errors.push([413, 'the body is over 1 MiB']);
  errors.push([
    503,
    '`outcome_unknown`: it may or may not have been done, so repeat a posting only with the same idempotency_key; `unavailable`: nothing was done',
  ]);

  return applyDecorators(
    ApiTags(route.tag),
    ApiBearerAuth(),
    ApiParam({ name: 'slug', schema: { type: 'string', example: 'acme' }, description: 'the tenant’s slug' }),
    ...ids.map((name) => ApiParam({ name, schema: { type: 'string', format: 'uuid', example: ID } })),
    ApiExtraModels(model, ErrorBody),
    ...(route.body ? [ApiBody({ type: route.body })] : []),
    ApiResponse({ status: route.status ?? 200, description: 'success', schema: schema }),
    ...errors.map(([status, description]) => ApiResponse({ status, description, type: ErrorBody })),
  );
}
