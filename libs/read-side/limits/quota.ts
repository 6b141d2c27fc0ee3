import { type LimitName, LIMITS } from '@probity/contracts/limits/limits';
import { type ErrorCode, invalid, type Refusal } from '@probity/platform/errors';

/**
 * The refusal of a request that would exceed a limit of the tenant. Names the limit, its value and the current number.
 *
 * @param current how many there are now
 * @param remedy what the caller can do besides asking an operator, as an imperative
 */
export function quotaExceeded(
  code: ErrorCode,
  name: LimitName,
  { limit, current, remedy }: { limit: number; current: number; remedy?: string },
): Refusal {
  const { unit } = LIMITS[name];
  const what = remedy === undefined ? 'ask an operator to raise it' : `${remedy}, or ask an operator to raise it`;
  return invalid(
    code,
    `the limit ${name} is ${limit} ${unit}, and there are ${current} now. No changes were made; ${what}.`,
  );
}
