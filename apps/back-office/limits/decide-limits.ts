import { type LimitName, LIMIT_NAMES, LIMITS, limitsWith, type TenantLimits } from '@probity/contracts/limits/limits';

/** A limit below this share of its default gets a note: it may be a typing error. */
const SMALL_SHARE = 0.01;
const MAX_SHOWN = 60;

/** The limits after a change, or its problems: each begins with the name of the limit. */
export type DecidedLimits =
  { set: Partial<TenantLimits>; problems?: undefined } | { set?: undefined; problems: string[] };

/**
 * Applies a change to the limits that an operator has set. null resets a limit to its default. The types guarantee
 * nothing here: the change comes from a request.
 */
export function decideLimits(before: Partial<TenantLimits>, change: Record<string, unknown>): DecidedLimits {
  const problems = Object.entries(change).flatMap(([name, value]) => limitProblems(name, value));
  if (problems.length > 0) return { problems };
  const merged = Object.entries({ ...before, ...change }).filter(
    ([name, value]) => value !== null && value !== LIMITS[name as LimitName].default,
  );
  return { set: Object.fromEntries(merged) };
}

function limitProblems(name: string, value: unknown): string[] {
  if (!Object.hasOwn(LIMITS, name)) {
    const shown = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
    return [`${shown} is not a limit; the limits are ${LIMIT_NAMES.join(', ')}`];
  }
  if (value === null) return [];
  const { minimum, maximum, unit } = LIMITS[name as LimitName];
  if (Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum) return [];
  return [`${name} must be a whole number of ${unit} from ${minimum} to ${maximum}, or null for the default`];
}

/**
 * What the operator should know about the changed limits, in sentences: limits that stop the tenant from working as
 * it does now, and limits that have no effect.
 */
export function limitNotes(
  before: Partial<TenantLimits>,
  after: Partial<TenantLimits>,
  inUse: Partial<TenantLimits>,
): string[] {
  const [old, limits] = [limitsWith(before), limitsWith(after)];
  const changed = LIMIT_NAMES.filter((name) => old[name] !== limits[name]);
  return [
    ...changed.flatMap((name) => smallNote(name, limits[name], inUse[name])),
    ...(changed.some((name) => name.includes('request')) ? unreachable(limits) : []),
  ];
}

function smallNote(name: LimitName, value: number, used: number | undefined): string[] {
  if (used !== undefined && value <= used) {
    return [`${name} is ${value}, and the tenant has ${used}. They stay, but the tenant cannot add more.`];
  }
  if (value >= LIMITS[name].default * SMALL_SHARE) return [];
  return [
    `${name} is ${value}, less than ${SMALL_SHARE * 100} % of the default ${LIMITS[name].default}. ` +
      'Check that this is not a typing error: it can stop the tenant from working.',
  ];
}

function unreachable(limits: TenantLimits): string[] {
  const pairs = [
    ['key_requests_per_second', 'requests_per_second'],
    ['key_request_burst', 'request_burst'],
    ['key_concurrent_requests', 'concurrent_requests'],
  ] as const;
  return pairs.flatMap(([ofKey, ofTenant]) =>
    limits[ofKey] > limits[ofTenant]
      ? [`${ofKey} is ${limits[ofKey]}, but ${ofTenant} is ${limits[ofTenant]}: one key cannot reach its own limit.`]
      : [],
  );
}
