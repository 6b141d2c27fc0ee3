const POINT_IN_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads a day, or a time with its offset from UTC, in ISO 8601. Returns it in the format of all contracts: in UTC
 * with milliseconds. Returns undefined for any other value.
 */
export function timestampOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !POINT_IN_TIME.test(text)) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return undefined;
  // Date turns 30 February into a day of March. Such a day is rejected instead.
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() ? time.toISOString() : undefined;
}
