import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type PermissionName, permissionOf, RECENT_SIGN_IN_MS } from '@probity/contracts/staff/permissions';
import type { Role } from '@probity/contracts/staff/words';
import { notFound, Refusal } from '@probity/platform/errors';
import type { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { identify, type IdentityParts } from './identify';
import type { OperatorUses } from './operator-uses';
import { isSlug } from '../tenants/slug';
import { OPERATOR, rolesFor, type StaffCaller } from './staff-caller';

export interface AuthorityParts extends IdentityParts {
  tenants: TenantQueries;
  operatorUses: OperatorUses;
}

/**
 * Returns a check that lets a request pass when its caller may do what the route needs. The permission of a route is
 * part of its declaration; see `PERMISSIONS`.
 *
 * A tenant in which the caller has no role looks like one that does not exist.
 */
export function authorization(parts: AuthorityParts): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const caller = await identify(parts, request, reply);
    request.staff = caller;
    request.staffId = caller.id;
    const { slug } = request.params as { slug?: string };
    const { permission } = request.routeOptions.config;
    if (permission === undefined) throw new Error(`${request.routeOptions.url} has no permission`);
    const isReviewed = request.routeOptions.config.reviewed ?? false;
    if (request.approved && !isReviewed) throw new Error(`${request.routeOptions.url} is not under review`);
    const right = await permit(parts, caller, permission, { slug, isReviewed });
    if (slug !== undefined && isSlug(slug)) request.tenantSlug = slug;
    request.mustPropose = right === 'propose';
    // Staff work for one tenant at a time, so the same key in requests about two tenants means two operations.
    // Proposals have keys of their own, which no caller can use before.
    const { approved } = request;
    request.keyScope = approved
      ? { name: `proposal ${approved.proposalId}`, caller: caller.id, onlyStored: approved.onlyStored }
      : { name: `staff ${slug ?? ''}`, caller: caller.id };
    // The use was recorded when the proposal was made.
    if (caller.id === OPERATOR && !request.approved) await parts.operatorUses.record(request, slug);
  };
}

/**
 * Returns whether the caller may make the change, or only propose it.
 *
 * @throws Refusal `permission_denied`, `sign_in_again`, `not_found` for a tenant that the caller may not know
 */
async function permit(
  { tenants, time }: AuthorityParts,
  caller: StaffCaller,
  name: PermissionName,
  { slug, isReviewed }: { slug: string | undefined; isReviewed: boolean },
): Promise<'make' | 'propose'> {
  const permission = permissionOf(name);
  const held = slug === undefined ? caller.roles.map(({ role }) => role) : rolesFor(caller, slug);
  const mayMake = permission.in === 'own account' || held.some((role) => permission.roles.includes(role));
  const mayPropose =
    isReviewed && held.some((role) => (permission.proposers as readonly Role[] | undefined)?.includes(role));
  if (!mayMake && !mayPropose) {
    if (slug !== undefined && (held.length === 0 || !isSlug(slug) || !(await tenants.tenantBySlug(slug))))
      throw notFound('tenant', slug);
    throw denied(caller, name, held.length === 0 ? 'none' : [...new Set(held)].join(', '));
  }
  const signedInAt = caller.session?.signedInAt;
  if (permission.recent && signedInAt && time.now().getTime() - signedInAt.getTime() > RECENT_SIGN_IN_MS) {
    throw new Refusal(
      'forbidden',
      'sign_in_again',
      `this needs a sign-in within the last ${RECENT_SIGN_IN_MS / 60_000} minutes; sign in again`,
    );
  }
  return mayMake ? 'make' : 'propose';
}

function denied(caller: StaffCaller, name: PermissionName, held: string): Refusal {
  const { allows, roles } = permissionOf(name);
  const how = caller.roles.some(({ role }) => role === 'platform_operator')
    ? '; a platform operator can take roles of a tenant for a short time with POST /tenants/<slug>/emergency-access'
    : '';
  return new Refusal(
    'forbidden',
    'permission_denied',
    `only ${roles.join(', ')} may ${allows} (${name}); your roles here: ${held}${how}`,
  );
}

/** @throws Error for a route of the API that declares no permission, so that the server does not start */
export function refuseUndeclared({ url, method, config }: RouteOptions): void {
  if (config?.permission !== undefined || config?.authenticatesItself) return;
  throw new Error(`the route ${String(method)} ${url} declares no permission; add one of PERMISSIONS to its ApiRoute`);
}
