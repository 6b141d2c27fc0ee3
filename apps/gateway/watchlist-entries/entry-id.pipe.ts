import { Injectable, type PipeTransform } from '@nestjs/common';
import { invalid } from '@probity/platform/errors';
import { textProblem } from '@probity/platform/text';
import { ENTRY_BOUNDS } from '@probity/watchlists/check-entry';

/** The id of an entry in the path: a text that such an id can be. */
@Injectable()
export class EntryIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const problem = value.length > ENTRY_BOUNDS.idLength ? 'is longer than any id' : textProblem(value);
    if (problem) throw invalid('bad_entry_id', `entryId in the path ${problem}`);
    return value;
  }
}
