import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@probity/contracts/webhooks/event-types';
import type { DeliveryStatus } from '@probity/contracts/webhooks/views';
import { DELIVERY_STATUSES, ENDPOINT_STATUSES } from '@probity/contracts/webhooks/words';
import { PageQuery } from '@probity/platform/http/page.dto';
import { RequiredText } from '@probity/platform/http/text.decorators';
import { OptionalChoice } from '../fields/choice.decorators';
import { EventTypes } from './event-types.decorator';

const MAX_LABEL = 200;
const MAX_URL = 2_048;
const ENDPOINT_ID = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6091';
const URL_EXAMPLE = 'https://hooks.example.com/probity';
const TIME = { format: 'date-time', example: '2026-11-20T09:30:00.000Z' } as const;

/** Whether anything may be sent to the url is for the webhook dispatcher to say. */
export class CreateWebhookBody {
  @ApiProperty({ example: 'core banking', maxLength: MAX_LABEL })
  @RequiredText(MAX_LABEL)
  label: string;

  @ApiProperty({
    format: 'uri',
    maxLength: MAX_URL,
    example: URL_EXAMPLE,
    description: 'https, on the public internet, without credentials and without a fragment',
  })
  @RequiredText(MAX_URL)
  url: string;

  @EventTypes()
  event_types: WebhookEventType[];
}

export class WebhookEndpoint {
  @ApiProperty({ format: 'uuid', example: ENDPOINT_ID }) id: string;
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6070' }) tenant_id: string;
  @ApiProperty({ example: 'core banking' }) label: string;
  @ApiProperty({ format: 'uri', example: URL_EXAMPLE }) url: string;
  @ApiProperty({ enum: WEBHOOK_EVENT_TYPES, isArray: true, example: ['alert.created', 'alert.resolved'] })
  event_types: WebhookEventType[];
  @ApiProperty({
    enum: ENDPOINT_STATUSES,
    description: 'nothing is sent to a disabled one: staff did it, or the receiver is gone or has only failed for days',
  })
  status: string;
  @ApiProperty({ type: 'string', nullable: true, example: null, description: 'why it is disabled' })
  status_reason: string | null;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'when the first of the attempts failed that have all failed since; null when the last one succeeded',
  })
  failing_since: string | null;
  @ApiProperty(TIME) created_at: string;
  @ApiProperty(TIME) updated_at: string;
}

export class WebhookEndpointWithSecret {
  @ApiProperty({ type: WebhookEndpoint }) endpoint: WebhookEndpoint;
  @ApiProperty({
    example: 'whsec_this-is-an-example-of-a-signing-secret',
    description: 'the key of the HMAC, whole as it is; it is never shown again',
  })
  signing_secret: string;
}

export class DeliveriesQuery extends PageQuery {
  @OptionalChoice(DELIVERY_STATUSES)
  status?: DeliveryStatus;
}

/** One event on its way to one endpoint. */
export class WebhookDelivery {
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6092' }) id: string;
  @ApiProperty({ format: 'uuid', example: ENDPOINT_ID }) endpoint_id: string;
  @ApiProperty({ example: 'alert.created' }) event_type: string;
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6093' }) event_id: string;
  @ApiProperty({
    enum: DELIVERY_STATUSES,
    description: 'pending before the first attempt; failed without next_retry_at is for good',
  })
  status: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 200,
    description: 'HTTP status of the last attempt that was answered',
  })
  response_status: number | null;
  @ApiProperty({ type: 'string', nullable: true, example: null, description: 'why the last attempt failed' })
  error: string | null;
  @ApiProperty({ type: 'integer', example: 1 }) attempt_count: number;
  @ApiPropertyOptional({ ...TIME, description: 'of a failed delivery that is tried again' }) next_retry_at?: string;
  @ApiProperty({ type: 'string', nullable: true, ...TIME }) delivered_at: string | null;
  @ApiProperty(TIME) created_at: string;
}
