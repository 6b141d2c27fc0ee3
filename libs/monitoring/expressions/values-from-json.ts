import { AmountError, parseAmount } from '../amount';
import { parseDate } from '../dates';
import { spend } from '../work-limit';

/** No number and no date has more characters. A longer text takes time to read. */
const MAX_CHARACTERS = 100;

/** Converts values of a payload or a profile to typed values. Null when the value is absent or has another type. */

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const booleanOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

export const dateOf = (value: unknown): number | null =>
  typeof value === 'string' && value.length <= MAX_CHARACTERS ? (parseDate(value) ?? null) : null;

export function textsOf(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  spend(value.length);
  return value.every((item) => typeof item === 'string') ? value : null;
}

export function decimalOf(value: unknown): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  if (typeof value === 'string' && value.length > MAX_CHARACTERS) return null;
  try {
    return parseAmount(value);
  } catch (error) {
    if (error instanceof AmountError) return null;
    throw error;
  }
}

/** Returns the value at a path of keys. Ignores inherited properties, such as `constructor`. */
export function valueAt(object: Record<string, unknown>, keys: readonly string[]): unknown {
  let value: unknown = object;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
