import { invalid } from '@probity/platform/errors';
import { timestampOf } from '../times/timestamp';

/**
 * The period whose deliveries are sent again, as contracts write it. A period that cannot contain deliveries is a
 * mistake of the caller: the response "nothing has failed" would be misleading.
 *
 * @param since a checked day or time, like `until`
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
