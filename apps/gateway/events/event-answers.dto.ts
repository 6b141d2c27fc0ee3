import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import type { EventStatus, EventType } from '@probity/contracts/pipeline/views';
import { EVENT_STATUSES, EVENT_TYPES } from '@probity/contracts/pipeline/words';
import { PageQuery } from '@probity/platform/http/page.dto';
import { OptionalChoice } from '../fields/choice.decorators';

const TIME = { type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' } as const;

export class AcceptedEvent {
  @ApiProperty({ enum: ['accepted'] }) status: 'accepted';
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6082' }) event_id: string;
}

export class EventsQuery extends PageQuery {
  @OptionalChoice(EVENT_STATUSES)
  status?: EventStatus;

  @ApiPropertyOptional({ type: 'string', format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @OptionalChoice(EVENT_TYPES)
  event_type?: EventType;
}

export class StageOutcome {
  @ApiProperty({ example: 'monitoring', description: 'resolve, kyc, screening, monitoring or scoring' }) stage: string;
  @ApiProperty({ example: 'native', description: 'who ran it: native, external or plugin' }) mode: string;
  @ApiProperty({ example: 'hit', description: 'one word, such as clear, hit, skipped, unchanged' }) result: string;
  @ApiProperty({ type: 'object', additionalProperties: true, example: { rules: 30 } }) evidence: object;
}

/** An event that was accepted, and what became of it. */
export class IngestedEvent {
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6082' }) event_id: string;
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6070' }) tenant_id: string;
  @ApiProperty({ enum: EVENT_TYPES }) event_type: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { transaction_id: 'TX-20261120-1', amount: '1250.5' },
    description: 'as it was taken: amounts are decimal strings, times are in UTC',
  })
  payload: object;
  @ApiProperty({
    enum: EVENT_STATUSES,
    description:
      'pending: not processed yet; unresolved: no customer has its account_ref, it waits for one; processed; ' +
      'duplicate: its transaction came before; dead: processing failed again and again, staff look after it',
  })
  status: string;
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  customer_id: string | null;
  @ApiProperty(TIME) received_at: string;
  @ApiProperty({ ...TIME, nullable: true }) processed_at: string | null;
  @ApiProperty({ type: 'integer', example: 0, description: 'how often processing failed' }) attempts: number;
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6084',
    description: 'the event that brought the same transaction first',
  })
  duplicate_of: string | null;
  @ApiProperty({ type: [StageOutcome] }) stages: StageOutcome[];
  @ApiProperty({ type: [String], example: ['6ba7b810-9dad-51d1-80b4-00c04fd430c8'] }) alert_ids: string[];
}
