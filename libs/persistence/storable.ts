/** Postgres stores it in a column of the type `text`. */
export const isStorableText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

/** A whole number from 0 on that `bigint` and JavaScript have exactly. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** A time as `toISOString` writes it, of the years that Postgres reads: ISO 8601, UTC, milliseconds. */
export function isTimestamp(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-/.test(value)) return false;
  const at = new Date(value);
  return !Number.isNaN(at.getTime()) && at.toISOString() === value;
}
