import type { Projection } from '@probity/event-store/aggregate';
import { NOTICE_PROJECTION } from '@probity/notices/notice-board';
import { OPERATOR_USE } from './auth/operator-uses';
import { PROPOSAL } from './proposals/proposal';
import { STAFF_ACCOUNT } from './staff/staff-account';
import { TENANT } from './tenants/tenant-stream';

/** The projections that the back office follows: of its own streams, and of notices, which several services raise. */
export const PROJECTIONS: Projection[] = [TENANT, STAFF_ACCOUNT, PROPOSAL, OPERATOR_USE, NOTICE_PROJECTION];
