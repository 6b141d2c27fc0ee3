import { MAX_REPORTED } from '@probity/contracts/watchlists/limits';
import { freeFormProblem } from '@probity/platform/free-form-json';
import { Flag, Matching } from '@probity/platform/http/fields/choice';
import { Field } from '@probity/platform/http/fields/field';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { rule } from '@probity/platform/http/fields/rule';
import { OptionalUuid } from '@probity/platform/http/fields/uuid';
import { ReasonBody } from '../staff/decision.dto';

const MAX_BATCH = 1_000;
export const FORMAT = /^[a-z0-9][a-z0-9.-]{0,62}$/;

export class BeginImportBody {
  @Matching(FORMAT, 'format must be a word such as ofac-sdn', {
    example: 'ofac-sdn',
    description: 'the format of the source, for the record',
  })
  format: string;

  @OptionalUuid({
    example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6095',
    description: 'chosen by the caller, to continue an interrupted import; if omitted, a new id',
  })
  import_id?: string;
}

export class ImportBatchBody {
  @Field(
    {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      minItems: 1,
      maxItems: MAX_BATCH,
      description: 'entries of the list; a repeated batch changes nothing',
      example: [
        {
          id: '99001',
          schema: 'Person',
          names: [{ name: 'HADDAD, Amira', quality: 'primary' }],
          topics: ['sanction'],
          birth_dates: ['1962-03-17'],
          countries: ['SY'],
          identifiers: [],
          programs: ['SDGT'],
          remarks: null,
        },
      ],
    },
    rule('isBatch', batchProblem),
  )
  entries: Record<string, unknown>[];
}

export class FinishImportBody extends ReasonBody {
  @Flag({
    default: false,
    description:
      'if false, a version that lacks more than a tenth of the previous entries, names or identifiers is rejected',
  })
  allow_removal: boolean = false;

  @OptionalWholeNumber(0, MAX_REPORTED, { example: 2, description: 'records that were left out on purpose' })
  skipped?: number;

  @OptionalWholeNumber(0, MAX_REPORTED, { example: 0, description: 'records with an error, which were left out' })
  malformed?: number;

  @OptionalWholeNumber(0, MAX_REPORTED, { example: 13, description: 'odd values in records that were kept' })
  odd?: number;
}

/** Checks only that the entries can be sent and stored. The pipeline checks their content. */
function batchProblem(value: unknown, field: string): string | undefined {
  if (!Array.isArray(value)) return `${field} must be a list of objects`;
  if (value.length === 0) return `${field} must not be empty`;
  if (value.length > MAX_BATCH) return `${field} must have at most ${MAX_BATCH} items`;
  for (const [index, entry] of value.entries()) {
    const problem = freeFormProblem(entry, `${field}[${index}]`);
    if (problem) return problem;
  }
  return undefined;
}
