import { type ArgumentMetadata, Param } from '@nestjs/common';
import type { PathParameter } from './documentation/open-api-document';

/**
 * Makes a decorator that injects the path parameter with a given name.
 *
 * @param read returns the value for the route; throws a Refusal for an invalid value
 */
export const pathParameter =
  (parameter: PathParameter, read: (value: string, name: string) => string) =>
  (name: string): ParameterDecorator => {
    const pipe = { parameter, transform: (value: string, { data }: ArgumentMetadata) => read(value, data!) };
    return Param(name, pipe);
  };
