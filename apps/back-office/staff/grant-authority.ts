import type { Role } from '@probity/contracts/staff/words';
import { Refusal } from '@probity/platform/errors';
import { OPERATOR, rolesFor, type StaffCaller } from '../auth/staff-caller';

/**
 * A platform operator makes the first admin of a tenant, and no more: with other roles an operator could read what
 * operators may not. The operator token may name any role, because it is for emergencies and each use is recorded.
 *
 * @throws Refusal `permission_denied`
 */
export function refuseBeyondAuthority(caller: StaffCaller, slug: string, roles: Role[]): void {
  if (caller.id === OPERATOR || rolesFor(caller, slug).includes('tenant_admin')) return;
  if (roles.every((role) => role === 'tenant_admin')) return;
  throw new Refusal(
    'forbidden',
    'permission_denied',
    'a platform operator can only name tenant admins, who add the other staff of their tenant',
  );
}
