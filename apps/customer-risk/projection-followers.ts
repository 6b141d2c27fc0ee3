import { ALERT_STREAM_PREFIX } from '@probity/contracts/alerts/events';
import { CASE_STREAM_PREFIX } from '@probity/contracts/cases/events';
import { CUSTOMER_STREAM_PREFIX } from '@probity/contracts/customers/events';
import type { EventStore, InlineProjection } from '@probity/event-store/event-store';
import type { Follower } from '@probity/event-store/follower';
import { projectionFollower } from '@probity/event-store/projection-follower';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { projectAlertEvents, type RecordedAlertEvent } from '@probity/read-side/alerts/alert-projection';
import { projectCaseEvents, type RecordedCaseEvent } from '@probity/read-side/cases/case-projection';
import { projectCustomerEvents, type RecordedCustomerEvent } from '@probity/read-side/customers/customer-projection';

const PROJECTIONS: [kind: string, prefix: string, projection: InlineProjection][] = [
  ['customers', CUSTOMER_STREAM_PREFIX, (sql, events) => projectCustomerEvents(sql, events as RecordedCustomerEvent[])],
  ['alerts', ALERT_STREAM_PREFIX, (sql, events) => projectAlertEvents(sql, events as RecordedAlertEvent[])],
  ['cases', CASE_STREAM_PREFIX, (sql, events) => projectCaseEvents(sql, events as RecordedCaseEvent[])],
];

/** One follower for each kind of stream; they wait to be started. */
export function customerRiskFollowers(store: EventStore, database: Database, logger: Logger): Follower[] {
  return PROJECTIONS.map(([kind, prefix, projection]) =>
    projectionFollower({ service: `customer-risk-${kind}`, prefix, store, database, logger, projection }),
  );
}
