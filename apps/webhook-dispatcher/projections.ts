import type { Projection } from '@probity/event-store/aggregate';
import { actionsOf } from '@probity/read-side/audit/recorded-actions';
import { WEBHOOK_ENDPOINT } from './endpoints/webhook-endpoint';

/** The projections of the dispatcher's streams: endpoints, and actions on deliveries, which are rows. */
export const PROJECTIONS: Projection[] = [WEBHOOK_ENDPOINT, actionsOf('webhooks')];
