import type { Role } from '@probity/contracts/staff/words';
import { Refusal } from '@probity/platform/errors';
import { OPERATOR, rolesFor, type StaffCaller } from '../auth/staff-caller';

/** Whether the caller is an admin of the tenant, and not only a platform operator who makes the first one. */
export const isAdminOf = (caller: StaffCaller, slug: string): boolean =>
  caller.id === OPERATOR || rolesFor(caller, slug).includes('tenant_admin');

/**
 * A platform operator makes the first admin of a tenant, and no more: with other roles, or with the account of another
 * person, an operator could read what operators may not. The operator token may do everything, because it is for
 * emergencies and each use is recorded.
 *
 * @param hasAdmin whether an account that is not disabled is an admin of the tenant
 * @throws Refusal `permission_denied`
 */
export function refuseBeyondFirstAdmin(caller: StaffCaller, slug: string, roles: Role[], hasAdmin: boolean): void {
  if (isAdminOf(caller, slug)) return;
  if (!hasAdmin && roles.length === 1 && roles[0] === 'tenant_admin') return;
  throw onlyFirstAdmin();
}

/** @throws Refusal `permission_denied` */
export function refuseUnlessAdmin(caller: StaffCaller, slug: string): void {
  if (!isAdminOf(caller, slug)) throw onlyFirstAdmin();
}

const onlyFirstAdmin = (): Refusal =>
  new Refusal(
    'forbidden',
    'permission_denied',
    'a platform operator can only add the first tenant admin, who adds the other staff of the tenant',
  );
