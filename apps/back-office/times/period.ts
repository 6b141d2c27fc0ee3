import { invalid } from '@probity/platform/errors';
import type { DocumentedRefusal } from '@probity/platform/http/documentation/api-route';

const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

export const WRONG_PERIOD: DocumentedRefusal = {
  code: 'invalid_field',
  message: `the period must have 1 to ${MAX_DAYS} days; from is 2026-12-01 and to is 2026-11-01`,
  when: 'the period is too long, or does not end after it begins',
};

/**
 * The period that a query describes, at most a year, as ISO dates in UTC.
 *
 * @param usualDays the length of the period that ends with `to`, or today, when the query has no `from`
 */
export function periodOf(
  given: { from?: string; to?: string },
  usualDays: number,
  now: Date,
): { from: string; to: string } {
  const to = given.to ?? dayOf(now.getTime());
  const from = given.from ?? dayOf(Date.parse(to) - (usualDays - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MAX_DAYS) {
    throw invalid('invalid_field', `the period must have 1 to ${MAX_DAYS} days; from is ${from} and to is ${to}`);
  }
  return { from, to };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
