import type { LimitName } from '@probity/contracts/limits/limits';
import { type ErrorCode, invalid, type Refusal } from '@probity/platform/errors';

/**
 * The refusal of a request that would exceed a limit of the tenant. Names the limit, its value and the current number.
 *
 * @param current how many there are now: the number, or the words "at least" and a number up to which they were counted
 * @param remedy what the caller can do besides asking an operator, as an imperative
 */
export function quotaExceeded(
  code: ErrorCode,
  name: LimitName,
  { limit, current, remedy }: { limit: number; current: number | `at least ${number}`; remedy?: string },
): Refusal {
  const what = remedy === undefined ? 'ask an operator to raise it' : `${remedy}, or ask an operator to raise it`;
  return invalid(
    code,
    `the limit ${name} is ${limit}, and the tenant has ${current} now. No changes were made; ${what}.`,
  );
}
