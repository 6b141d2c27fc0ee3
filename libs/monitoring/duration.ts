const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
export const DAY_MS = UNITS.d;
export const MAX_DURATION_MS = 366 * DAY_MS;
export const DURATION_FORM = 'a duration such as "30m", "24h" or "7d" (s, m, h or d; at most 366d)';

const DURATION = /^([1-9][0-9]{0,8})([smhd])$/;

/**
 * Returns the milliseconds of a duration such as `90s`, `30m`, `24h` or `7d`. Undefined if invalid or above 366 days.
 */
export function parseDuration(text: unknown): number | undefined {
  const [, count, unit] = (typeof text === 'string' && DURATION.exec(text)) || [];
  if (count === undefined) return undefined;
  const milliseconds = Number(count) * UNITS[unit as keyof typeof UNITS];
  return milliseconds <= MAX_DURATION_MS ? milliseconds : undefined;
}

/** Formats whole seconds, given in milliseconds, in the largest possible unit: 86,400,000 is `1d`. */
export function formatDuration(milliseconds: number): string {
  for (const unit of ['d', 'h', 'm'] as const) {
    if (milliseconds % UNITS[unit] === 0) return `${milliseconds / UNITS[unit]}${unit}`;
  }
  return `${milliseconds / UNITS.s}s`;
}
