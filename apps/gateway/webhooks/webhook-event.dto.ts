import { ApiProperty, PickType } from '@nestjs/swagger';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@probity/contracts/webhooks/event-types';
import { Alert } from '../alerts/alert.dto';

/** Of an alert, what a webhook tells. */
export class WebhookAlert extends PickType(Alert, [
  'id',
  'customer_id',
  'alert_type',
  'severity',
  'title',
  'trigger_ref',
  'metadata',
] as const) {}

/** The body of a webhook. */
export class WebhookEvent {
  @ApiProperty({ enum: WEBHOOK_EVENT_TYPES }) event: WebhookEventType;
  @ApiProperty({
    format: 'uuid',
    example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6093',
    description: 'the same on every attempt and at every endpoint: what has come twice is known by it',
  })
  event_id: string;
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6070' }) tenant_id: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) occurred_at: string;
  @ApiProperty({ type: WebhookAlert }) data: WebhookAlert;
}
