import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@probity/contracts/webhooks/event-types';
import type { DeliveryStatus } from '@probity/contracts/webhooks/views';
import { DELIVERY_STATUSES } from '@probity/contracts/webhooks/words';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Officer } from '../staff/decision.dto';
import { OptionalPointInTime, PointInTime } from '../times/point-in-time';

export class DeliveriesQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: DELIVERY_STATUSES,
    description: '`failed` ones without `next_retry_at` have failed for good and can be sent again',
  })
  @IsOptional()
  @IsIn(DELIVERY_STATUSES)
  status?: DeliveryStatus;
}

export class TestWebhookBody {
  @ApiPropertyOptional({ enum: WEBHOOK_EVENT_TYPES, description: 'one that the endpoint is told of, without it' })
  @IsOptional()
  @IsIn(WEBHOOK_EVENT_TYPES)
  event_type?: WebhookEventType;

  @Officer()
  officer: string;
}

export class ResendBody {
  @Officer()
  officer: string;
}

export class ReplayBody {
  @PointInTime('deliveries that were made from this time on; not in the future')
  since: string;

  @OptionalPointInTime('only those that were made before this time, which is later than `since`')
  until?: string;

  @Officer()
  officer: string;
}
