import { type ArgumentMetadata, Injectable, Param, type PipeTransform } from '@nestjs/common';
import { invalid } from '../errors';
import { isUuid } from '../ids';
import type { PathParameter } from './documentation/open-api-document';

const message = (name: string): string => `${name} in the path must be a UUID`;

@Injectable()
class UuidPipe implements PipeTransform<string, string> {
  static readonly parameter: PathParameter = {
    schema: { type: 'string', format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071' },
    refusal: ['bad_uuid', message],
  };

  transform(value: string, { data }: ArgumentMetadata): string {
    if (!isUuid(value)) throw invalid('bad_uuid', message(data ?? 'id'));
    return value.toLowerCase();
  }
}

/** Injects a path parameter that must be a UUID, in lower case. */
export const Id = (name: string): ParameterDecorator => Param(name, UuidPipe);
