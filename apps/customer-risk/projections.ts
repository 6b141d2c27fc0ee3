import type { Projection } from '@probity/event-store/aggregate';
import { ALERT } from './alerts/alert-state';
import { CASE } from './cases/case-state';
import { CUSTOMER } from './customers/customer-state';

/** The projections of customer-risk's streams. */
export const PROJECTIONS: Projection[] = [CUSTOMER, ALERT, CASE];
