import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@probity/contracts/webhooks/event-types';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { Officer } from '../staff/decision.dto';
import { OptionalPointInTime, PointInTime } from '../times/point-in-time';

export class TestWebhookBody {
  @OptionalChoice(WEBHOOK_EVENT_TYPES, { description: 'one that the endpoint is told of, without it' })
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
