import type { Projection } from '@probity/event-store/aggregate';
import { ALERT } from './alerts/alert-state';
import { CASE } from './cases/case-state';
import { CUSTOMER } from './customers/customer-state';

/** What customer-risk projects of its streams. */
export const PROJECTIONS: Projection[] = [CUSTOMER, ALERT, CASE];
