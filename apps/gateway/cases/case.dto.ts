import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import { CASE_OUTCOMES } from '@probity/contracts/cases/words';
import type { CaseView } from '@probity/contracts/cases/views';
import { PageQuery } from '@probity/platform/http/page.dto';
import { OptionalChoice } from '../fields/choice.decorators';

const CASE_STATUSES = ['open', 'closed'] as const satisfies readonly CaseView['status'][];

export class CasesQuery extends PageQuery {
  @OptionalChoice(CASE_STATUSES)
  status?: CaseView['status'];

  @ApiPropertyOptional({ type: 'string', format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  @IsOptional()
  @IsUUID()
  customer_id?: string;
}

/** An investigation of one customer. */
export class Case {
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6083' }) id: string;
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' }) customer_id: string;
  @ApiProperty({ example: 'Structured deposits in November' }) title: string;
  @ApiProperty({ enum: CASE_STATUSES }) status: string;
  @ApiProperty({ type: 'string', enum: CASE_OUTCOMES, nullable: true, description: 'null while it is open' })
  outcome: string | null;
  @ApiProperty({ type: [String], example: ['6ba7b810-9dad-51d1-80b4-00c04fd430c8'] }) alert_ids: string[];
  @ApiProperty({ example: 'a.officer' }) opened_by: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) created_at: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) updated_at: string;
}
