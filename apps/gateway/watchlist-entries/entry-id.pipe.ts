import { Injectable, type PipeTransform } from '@nestjs/common';
import { invalid } from '@probity/platform/errors';
import { textProblem } from '@probity/platform/text';
import type { PathParameter } from '@probity/platform/http/documentation/open-api-document';
import { MAX_ID_LENGTH } from '@probity/contracts/watchlists/limits';

/** The id of an entry in the path: a text that such an id can be. */
@Injectable()
export class EntryIdPipe implements PipeTransform<string, string> {
  static readonly parameter: PathParameter = {
    schema: { type: 'string', example: 'internal-17' },
    refusal: ['bad_entry_id', (name) => `${name} in the path must not contain the character U+0000`],
  };

  transform(value: string): string {
    const problem = value.length > MAX_ID_LENGTH ? 'is longer than any id' : textProblem(value);
    if (problem) throw invalid('bad_entry_id', `entryId in the path ${problem}`);
    return value;
  }
}
