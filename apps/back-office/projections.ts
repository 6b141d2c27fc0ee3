import type { Projection } from '@probity/event-store/aggregate';
import { NOTICE_PROJECTION } from '@probity/notices/notice-board';
import { TENANT } from './tenants/tenant-stream';

/** The projections that the back office follows: of its own streams, and of notices, which several services raise. */
export const PROJECTIONS: Projection[] = [TENANT, NOTICE_PROJECTION];
