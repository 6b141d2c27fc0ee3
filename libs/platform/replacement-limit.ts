import { Refusal } from './errors';

const MOST = 10;
const DAY_MS = 86_400_000;

/**
 * Bounds how often a key is replaced, because each replacement stays in the events for ever, and every verification reads
 * it. A key that leaked is replaced at once.
 *
 * @param replaced when the key was replaced before; ISO 8601
 * @param what whose key it is
 * @throws Refusal `rate_limited` when it was replaced 10 times in the last 24 hours
 */
export function limitReplacements(replaced: string[], now: Date, what: string): void {
  const times = replaced.map((at) => Date.parse(at)).toSorted((one, other) => one - other);
  const again = (times.at(-MOST) ?? -Infinity) + DAY_MS;
  if (again <= now.getTime()) return;
  const message =
    `the key of ${what} was replaced ${MOST} times in 24 hours. No changes were made; ` +
    `it can be replaced again at ${new Date(again).toISOString()}`;
  const retryAfterS = Math.ceil((again - now.getTime()) / 1_000);
  throw new Refusal('rate_limited', 'rate_limited', message, { retryAfterS });
}
