import { CheckedElsewhere } from '@probity/platform/http/fields/field';
import { NonBlankText } from '@probity/platform/http/fields/text';
import { PageQuery } from '@probity/platform/http/page.dto';
import { ReasonBody } from '../staff/decision.dto';

const MAX_NAME_PART = 255;

export class OwnEntriesQuery extends PageQuery {
  @NonBlankText(MAX_NAME_PART, { example: 'petrov', description: 'a part of any name, without regard to case' })
  name?: string;
}

export class AddEntryBody extends ReasonBody {
  /** `checkEntry` checks it, and names each invalid field. */
  @CheckedElsewhere({
    type: 'object',
    additionalProperties: true,
    description: 'as institutions post it: `schema` and `names`, and what else is known',
    example: { schema: 'Person', names: ['Viktor Orlan'], topics: ['crime'], countries: ['GB'] },
  })
  entry: unknown;
}
