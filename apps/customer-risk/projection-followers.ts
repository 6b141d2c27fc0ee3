import type { Projection } from '@probity/event-store/aggregate';
import type { EventStore } from '@probity/event-store/event-store';
import type { Follower } from '@probity/event-store/follower';
import { projectionFollower } from '@probity/event-store/projection-follower';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { ALERT } from './alerts/alert-state';
import { CASE } from './cases/case-state';
import { CUSTOMER } from './customers/customer-state';

/** What customer-risk projects of its streams. */
export const PROJECTIONS: Projection[] = [CUSTOMER, ALERT, CASE];

/** One follower for each kind of stream; they wait to be started. */
export function customerRiskFollowers(store: EventStore, database: Database, logger: Logger): Follower[] {
  return PROJECTIONS.map(({ kind, prefix, projection }) =>
    projectionFollower({ service: `customer-risk-${kind}`, prefix, store, database, logger, projection }),
  );
}
