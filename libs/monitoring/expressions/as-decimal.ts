import { AMOUNT_SCALE } from '../amount';
import type { DecimalExpression, NumberExpression } from './expression';
import { fromKnown } from './known-values';

/** Converts a number expression to a scaled decimal. Whole numbers are converted only to combine them with decimals. */
export function asDecimal<Context>(number: NumberExpression<Context>): DecimalExpression<Context> {
  if (number.type === 'decimal') return number;
  return { type: 'decimal', read: fromKnown(number.read, (value) => BigInt(value) * AMOUNT_SCALE) };
}
