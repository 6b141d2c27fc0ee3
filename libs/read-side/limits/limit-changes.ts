import { LIMIT_NAMES, type TenantLimits } from '@probity/contracts/limits/limits';

/** The limits that differ, before and after a change, for its audit entry. */
export function limitChanges(before: TenantLimits, after: TenantLimits): Record<'before' | 'after', object> {
  const changed = LIMIT_NAMES.filter((name) => before[name] !== after[name]);
  const only = (limits: TenantLimits): object => Object.fromEntries(changed.map((name) => [name, limits[name]]));
  return { before: only(before), after: only(after) };
}
