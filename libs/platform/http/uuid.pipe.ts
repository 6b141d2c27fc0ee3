import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { invalid } from '../errors';
import { isUuid } from '../ids';

/** A path parameter that must be a UUID; answered in lower case. */
@Injectable()
export class UuidPipe implements PipeTransform<string, string> {
  transform(value: string, { data }: ArgumentMetadata): string {
    if (!isUuid(value)) throw invalid('bad_uuid', `${data ?? 'id'} in the path must be a UUID`);
    return value.toLowerCase();
  }
}
