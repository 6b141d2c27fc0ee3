import type { DeliveryStatus } from '@probity/contracts/webhooks/views';
import { DELIVERY_STATUSES } from '@probity/contracts/webhooks/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { PageQuery } from '@probity/platform/http/page.dto';

/** The query parameters of a list of deliveries. */
export class DeliveriesQuery extends PageQuery {
  @OptionalChoice(DELIVERY_STATUSES, {
    description: '`failed` ones without `next_retry_at` have failed for good and can be sent again',
  })
  status?: DeliveryStatus;
}
