import type { Projection } from '@probity/event-store/aggregate';
import { NOTICE_PROJECTION } from '@probity/notices/notice-board';
import { OPERATOR_USE } from './auth/operator-uses';
import { PROPOSAL } from './proposals/proposal';
import { IDENTITY_PROVIDER } from './sign-in/openid/identity-provider';
import { STAFF_ACCOUNT } from './staff/staff-account';
import { TENANT } from './tenants/tenant-stream';

/** The projections that the back office follows: of its own streams, and of notices, which several services raise. */
export const PROJECTIONS: Projection[] = [
  TENANT,
  STAFF_ACCOUNT,
  IDENTITY_PROVIDER,
  PROPOSAL,
  OPERATOR_USE,
  NOTICE_PROJECTION,
];
