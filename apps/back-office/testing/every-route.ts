import type { PermissionName } from '@probity/contracts/staff/permissions';
import type { TestOffice } from '../../../testing/test-office';

/** A route of the back office, as it was added to the server. */
export interface StaffRoute {
  method: string;
  /** without the prefix of the API; parameters in braces */
  path: string;
  permission: PermissionName | undefined;
  /** whether the change may need a second person */
  isReviewed: boolean;
}

/** Every route of the API, from the server itself. */
export const everyRoute = ({ routes }: TestOffice): StaffRoute[] =>
  routes.map(({ method, url, permission, isReviewed }) => ({
    method,
    path: url.replace('/api/v1', '').replace(/:(\w+)/g, '{$1}'),
    permission,
    isReviewed,
  }));
