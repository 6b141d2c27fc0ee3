import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsUUID, Matches } from 'class-validator';
import { freeFormProblem } from '@probity/platform/free-form-json';
import { rule } from '@probity/platform/http/rule.decorators';
import { Officer } from '../staff/decision.dto';

const MAX_BATCH = 1_000;

export class BeginImportBody {
  @ApiProperty({ example: 'ofac-sdn', description: 'what the list was read from, for the record' })
  @Matches(/^[a-z0-9][a-z0-9.-]{0,62}$/, { message: 'format must be a word such as ofac-sdn' })
  format: string;

  @Officer()
  officer: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'chosen by whoever imports, to go on with an import that was cut off; a new one without it',
  })
  @IsOptional()
  @IsUUID()
  import_id?: string;
}

export class ImportBatchBody {
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    minItems: 1,
    maxItems: MAX_BATCH,
    description: 'entries of the list; the same batch again changes nothing',
  })
  @rule('isBatch', batchProblem)
  entries: Record<string, unknown>[];
}

export class FinishImportBody {
  @Officer()
  officer: string;

  @ApiPropertyOptional({
    default: false,
    description: 'false refuses a version that lacks more than a tenth of the entries of the one before',
  })
  @IsBoolean()
  allow_removal: boolean = false;
}

/** What an entry holds is for whoever keeps the lists to check; here it must be one that can be sent and stored. */
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
