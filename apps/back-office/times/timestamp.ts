/** The days of each month; 29 February only in leap years. */
const DAY =
  '(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))' +
  '|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)';
const HOUR_AND_MINUTE = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const TIME = `T${HOUR_AND_MINUTE}(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]${HOUR_AND_MINUTE})`;
export const POINT_IN_TIME = new RegExp(`^${DAY}(?:${TIME})?$`);

/**
 * Reads a day, or a time with its offset from UTC, in ISO 8601. Returns it in the format of all contracts: in UTC
 * with milliseconds. Returns undefined for any other value.
 */
export function timestampOf(text: unknown): string | undefined {
  return typeof text === 'string' && POINT_IN_TIME.test(text) ? new Date(text).toISOString() : undefined;
}
