import type { Projection } from '@probity/event-store/aggregate';
import { REPORT } from './activity-reports/report-state';
import { ALERT } from './alerts/alert-state';
import { CASE_FILE } from './cases/case-file-state';
import { CASE } from './cases/case-state';
import { CUSTOMER } from './customers/customer-state';

/** The projections of customer-risk's streams. */
export const PROJECTIONS: Projection[] = [CUSTOMER, ALERT, CASE, CASE_FILE, REPORT];
