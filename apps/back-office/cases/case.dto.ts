import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsOptional, IsUUID } from 'class-validator';
import type { CaseOutcome } from '@probity/contracts/cases/events';
import { CASE_OUTCOMES } from '@probity/contracts/cases/words';
import { PageQuery } from '@probity/platform/http/page.dto';
import { RequiredText } from '@probity/platform/http/text.decorators';
import { DecisionBody, MAX_REASON, Officer } from '../staff/decision.dto';

const MAX_ALERTS = 200;
const CASE_STATUSES = ['open', 'closed'] as const;

export class CasesQuery extends PageQuery {
  @ApiPropertyOptional({ enum: CASE_STATUSES })
  @IsOptional()
  @IsIn(CASE_STATUSES)
  status?: (typeof CASE_STATUSES)[number];

  @ApiPropertyOptional({ format: 'uuid' })
  @IsOptional()
  @IsUUID()
  customer_id?: string;
}

export class OpenCaseBody extends DecisionBody {
  @ApiProperty({ format: 'uuid' })
  @IsUUID()
  customer_id: string;

  @ApiProperty({ example: 'Possible structuring in March', maxLength: 255 })
  @RequiredText(255)
  title: string;

  @ApiPropertyOptional({
    type: [String],
    format: 'uuid',
    default: [],
    description: 'alerts of this customer that are in no open case',
  })
  @IsArray()
  @ArrayMaxSize(MAX_ALERTS)
  @ArrayUnique()
  @IsUUID(undefined, { each: true })
  alert_ids: string[] = [];
}

export class AddAlertsBody extends DecisionBody {
  @ApiProperty({ type: [String], format: 'uuid' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_ALERTS)
  @ArrayUnique()
  @IsUUID(undefined, { each: true })
  alert_ids: string[];
}

export class CaseNoteBody {
  @ApiProperty({ example: 'Asked the customer for the invoices.', maxLength: MAX_REASON })
  @RequiredText(MAX_REASON)
  note: string;

  @Officer()
  officer: string;
}

export class CloseCaseBody extends DecisionBody {
  @ApiProperty({ enum: CASE_OUTCOMES })
  @IsIn(CASE_OUTCOMES)
  outcome: CaseOutcome;
}
