import { invalid } from '@probity/platform/errors';
import { timestampOf } from '../times/timestamp';

/**
 * Returns the period whose deliveries are sent again, in the format of the contracts. A period that cannot contain
 * deliveries is rejected: the response that no delivery failed would hide the caller's mistake.
 *
 * @param since a valid day or time
 * @param until a valid day or time, if given
 * @throws Refusal `invalid_field`
 */
export function replayPeriod(since: string, until: string | undefined, now: Date): { since: string; until?: string } {
  const from = timestampOf(since)!;
  const to = timestampOf(until);
  if (from > now.toISOString()) throw invalid('invalid_field', `since must not be in the future, but it is ${from}`);
  if (to !== undefined && to <= from) {
    throw invalid('invalid_field', `until must be later than since; it is ${to}, and since is ${from}`);
  }
  return { since: from, until: to };
}
