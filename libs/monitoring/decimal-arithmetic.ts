import { AMOUNT_SCALE } from './amount';

/**
 * Returns the quotient of two integers, rounded to the nearest integer. A tie is rounded to the even neighbour, so that
 * rounding errors do not add up in one direction (IEEE 754 roundTiesToEven). The divisor must not be zero.
 */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor; // towards zero
  const remainder = dividend % divisor;
  const twice = magnitude(remainder) * 2n;
  const size = magnitude(divisor);
  if (twice < size || (twice === size && quotient % 2n === 0n)) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

/** The product of two scaled decimals, rounded to 8 decimals. */
export const multiplied = (a: bigint, b: bigint): bigint => roundedQuotient(a * b, AMOUNT_SCALE);

/** The quotient of two scaled decimals, rounded to 8 decimals, or null when the divisor is zero. */
export const divided = (a: bigint, b: bigint): bigint | null =>
  b === 0n ? null : roundedQuotient(a * AMOUNT_SCALE, b);

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
