import { ALERT_STREAM_PREFIX } from '@probity/contracts/alerts/events';
import { CASE_STREAM_PREFIX } from '@probity/contracts/cases/events';
import { CUSTOMER_STREAM_PREFIX } from '@probity/contracts/customers/events';
import { followedProjection } from '@probity/event-store/projection-follower';
import { projectAlertEvents } from '@probity/read-side/alerts/alert-projection';
import { projectCaseEvents } from '@probity/read-side/cases/case-projection';
import { projectCustomerEvents } from '@probity/read-side/customers/customer-projection';

/** What customer-risk projects of its streams. */
export const PROJECTIONS = [
  followedProjection('customer-risk-customers', CUSTOMER_STREAM_PREFIX, projectCustomerEvents),
  followedProjection('customer-risk-alerts', ALERT_STREAM_PREFIX, projectAlertEvents),
  followedProjection('customer-risk-cases', CASE_STREAM_PREFIX, projectCaseEvents),
];
