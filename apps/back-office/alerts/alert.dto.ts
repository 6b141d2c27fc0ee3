import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import type { AlertSource, AlertStatus, Resolution, Severity } from '@probity/contracts/alerts/events';
import { ALERT_SOURCES, ALERT_STATUSES, RESOLUTIONS, SEVERITIES } from '@probity/contracts/alerts/words';
import { PageQuery } from '@probity/platform/http/page.dto';
import { OptionalText } from '@probity/platform/http/text.decorators';
import { DecisionBody } from '../staff/decision.dto';

export class AlertsQuery extends PageQuery {
  @ApiPropertyOptional({ enum: ALERT_STATUSES })
  @IsOptional()
  @IsIn(ALERT_STATUSES)
  status?: AlertStatus;

  @ApiPropertyOptional({ format: 'uuid' })
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @ApiPropertyOptional({ enum: ALERT_SOURCES })
  @IsOptional()
  @IsIn(ALERT_SOURCES)
  source?: AlertSource;

  @ApiPropertyOptional({ enum: SEVERITIES })
  @IsOptional()
  @IsIn(SEVERITIES)
  severity?: Severity;

  @ApiPropertyOptional({ example: 'sanctions_match', maxLength: 100 })
  @OptionalText(100)
  alert_type?: string;
}

export class ResolveAlertBody extends DecisionBody {
  @ApiProperty({
    enum: RESOLUTIONS,
    description:
      '`confirmed_match`: the customer is the listed one, and sanctioned if the list is one of sanctions; ' +
      '`reported`: reported to the authorities; `handled`: anything else',
  })
  @IsIn(RESOLUTIONS)
  resolution: Resolution;
}
