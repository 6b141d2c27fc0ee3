import { invalid } from '@probity/platform/errors';
import { timestampOf } from '../times/timestamp';

/**
 * The time whose deliveries are sent again, as contracts write it. A period in which nothing can lie is
 * a slip of whoever asks: answering that nothing has failed in it would calm them wrongly.
 *
 * @param since a day or a time that was checked, as `until` is
 * @throws Refusal `invalid_field`
 */
export function replayPeriod(since: string, until: string | undefined, now: Date): { since: string; until?: string } {
  const from = timestampOf(since)!;
  const to = timestampOf(until);
  if (from > now.toISOString()) throw invalid('invalid_field', `since must not be in the future; ${from} is`);
  if (to !== undefined && to <= from) {
    throw invalid('invalid_field', `until must be later than since; it is ${to}, and since is ${from}`);
  }
  return { since: from, until: to };
}
