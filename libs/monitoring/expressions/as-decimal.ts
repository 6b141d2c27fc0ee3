import { AMOUNT_SCALE } from '../amount';
import type { DecimalExpression, NumberExpression } from './expression';
import { fromKnown } from './known-values';

/** A number as a scaled decimal. Whole numbers stay what they are until they meet a decimal. */
export function asDecimal<Context>(number: NumberExpression<Context>): DecimalExpression<Context> {
  if (number.type === 'decimal') return number;
  return { type: 'decimal', read: fromKnown(number.read, (value) => BigInt(value) * AMOUNT_SCALE) };
}
