import type { Projection } from '@probity/event-store/aggregate';
import { actionsOf } from '@probity/read-side/audit/recorded-actions';

/** The projections of the dispatcher's streams: actions on endpoints and deliveries, which are rows. */
export const PROJECTIONS: Projection[] = [actionsOf('webhooks')];
