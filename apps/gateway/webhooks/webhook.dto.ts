import type { WebhookEventType } from '@probity/contracts/webhooks/event-types';
import { MAX_LABEL, MAX_URL } from '@probity/contracts/webhooks/views';
import { Text } from '@probity/platform/http/fields/text';
import { EventTypes } from './event-types.decorator';

/** The webhook dispatcher checks whether the url is an allowed target. */
export class CreateWebhookBody {
  @Text(MAX_LABEL, { example: 'core banking' })
  label: string;

  @Text(MAX_URL, {
    format: 'uri',
    example: 'https://hooks.example.com/probity',
    description: 'https, on the public internet, without credentials and without a fragment',
  })
  url: string;

  @EventTypes()
  event_types: WebhookEventType[];
}
