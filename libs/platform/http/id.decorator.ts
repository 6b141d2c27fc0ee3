import { invalid } from '../errors';
import { isUuid } from '../ids';
import { pathParameter } from './path-parameter';

const message = (name: string): string => `${name} must be a UUID`;

/** Injects a path parameter that must be a UUID. The value is converted to lower case. */
export const Id = pathParameter(
  {
    schema: { type: 'string', format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071' },
    refusal: ['bad_uuid', message],
  },
  (value, name) => {
    if (!isUuid(value)) throw invalid('bad_uuid', message(name));
    return value.toLowerCase();
  },
);
