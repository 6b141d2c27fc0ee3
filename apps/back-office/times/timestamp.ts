/** The days of each month of the years 1970 to 2999; 29 February only in leap years. */
const DAY =
  '(?:(?:19[7-9]\\d|2\\d{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))' +
  '|(?:19(?:7[26]|8[048]|9[26])|2\\d(?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)';
const HOUR_AND_MINUTE = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const TIME = `T${HOUR_AND_MINUTE}(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]${HOUR_AND_MINUTE})`;
export const POINT_IN_TIME = new RegExp(`^${DAY}(?:${TIME})?$`);

/**
 * Reads a day, or a time with its offset from UTC, in ISO 8601, from 1970 to 2999: Postgres and ISO 8601 do not agree
 * on the years before 1 and after 9999. Returns it in the format of all contracts: in UTC
 * with milliseconds. Returns undefined for any other value.
 */
export function timestampOf(text: unknown): string | undefined {
  return typeof text === 'string' && POINT_IN_TIME.test(text) ? new Date(text).toISOString() : undefined;
}
