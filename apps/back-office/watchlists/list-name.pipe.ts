import { Injectable, type PipeTransform } from '@nestjs/common';
import { invalid } from '@probity/platform/errors';
import type { PathParameter } from '@probity/platform/http/documentation/open-api-document';
import { isSharedListName, LIST_NAME_FORM } from './list-name';

/** A path parameter that must be the name of a list that all tenants share. */
@Injectable()
export class ListNamePipe implements PipeTransform<string, string> {
  static readonly parameter: PathParameter = {
    schema: { type: 'string', description: LIST_NAME_FORM, example: 'ofac-sdn' },
    refusal: ['bad_list_name', (name) => `the ${name} in the path must be ${LIST_NAME_FORM}`],
  };

  transform(value: string): string {
    if (!isSharedListName(value)) throw invalid('bad_list_name', `the list in the path must be ${LIST_NAME_FORM}`);
    return value;
  }
}
