import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import type { AlertSource, AlertStatus, Severity } from '@probity/contracts/alerts/events';
import { ALERT_SOURCES, ALERT_STATUSES, SEVERITIES } from '@probity/contracts/alerts/words';
import { PageQuery } from '@probity/platform/http/page.dto';
import { NonBlankText } from '@probity/platform/http/text.decorators';
import { OptionalChoice } from '../fields/choice.decorators';

export class AlertsQuery extends PageQuery {
  @OptionalChoice(ALERT_STATUSES)
  status?: AlertStatus;

  @ApiPropertyOptional({ type: 'string', format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @OptionalChoice(SEVERITIES)
  severity?: Severity;

  @OptionalChoice(ALERT_SOURCES)
  source?: AlertSource;

  @ApiPropertyOptional({ maxLength: 64, example: 'sanctions_match' })
  @NonBlankText(64)
  alert_type?: string;
}

/** An alert as the institution sees it; what staff decided on it and why is in the back office. */
export class Alert {
  @ApiProperty({ format: 'uuid', example: '6ba7b810-9dad-51d1-80b4-00c04fd430c8' }) id: string;
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' }) customer_id: string;
  @ApiProperty({
    example: 'sanctions_match',
    description: 'sanctions_match, pep_match, watchlist_match, or the alert_type of a monitoring rule',
  })
  alert_type: string;
  @ApiProperty({ enum: SEVERITIES }) severity: string;
  @ApiProperty({ example: 'Possible sanctions match: customer "Jane Doe" is like "DOE, Jane" on ofac-sdn' })
  title: string;
  @ApiProperty({ example: 'ofac-sdn:12345', description: 'a transaction_id, or `<list>:<entry id>`' })
  trigger_ref: string;
  @ApiProperty({ type: 'object', additionalProperties: true, example: { list: 'ofac-sdn' } }) metadata: object;
  @ApiProperty({ enum: ALERT_SOURCES }) source: string;
  @ApiProperty({ enum: ALERT_STATUSES, description: 'open and escalated alerts are active' }) status: string;
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6083',
    description: 'the investigation that it belongs to',
  })
  case_id: string | null;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) created_at: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) updated_at: string;
}
