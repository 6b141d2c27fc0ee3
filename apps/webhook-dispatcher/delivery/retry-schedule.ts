const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delay after each failed attempt. After the last attempt there is none. */
export const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;

/**
 * Random extra delay, as a part of the delay, so that deliveries that failed together are retried at different
 * times.
 */
const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 10 * HOUR;

/**
 * The time of the next attempt; null when there is none.
 *
 * @param failures failed attempts so far, including this one
 * @param retryAfterMs the delay that the receiver requests; it applies when it is longer than the schedule, up to
 * 10 hours
 * @param random from 0 to 1
 */
export function nextAttempt(failures: number, now: Date, retryAfterMs: number, random: number): Date | null {
  const scheduled = RETRY_DELAYS_MS[failures - 1];
  if (scheduled === undefined) return null;
  const asked = Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
  return new Date(now.getTime() + Math.max(scheduled * (1 + JITTER * random), asked));
}

/** The header Retry-After (RFC 9110, 10.2.3) in milliseconds from now: seconds or a date; 0 for any other value. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  const date = /^[A-Z][a-z]{2},/.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime());
}
