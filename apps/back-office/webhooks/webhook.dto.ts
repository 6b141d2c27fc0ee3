import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@probity/contracts/webhooks/event-types';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { ReasonBody } from '../staff/decision.dto';
import { OptionalPointInTime, PointInTime } from '../times/point-in-time';

export class TestWebhookBody {
  @OptionalChoice(WEBHOOK_EVENT_TYPES, {
    description: "the type of the event; one of the endpoint's event types if omitted",
  })
  event_type?: WebhookEventType;
}

export class ReplayBody extends ReasonBody {
  @PointInTime('deliveries created at or after this time; not in the future')
  since: string;

  @OptionalPointInTime('only deliveries created before this time, which must be later than `since`')
  until?: string;
}
