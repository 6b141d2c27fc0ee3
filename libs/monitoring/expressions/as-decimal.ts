import { AMOUNT_SCALE } from '../amount';
import type { DecimalExpression, NumberExpression } from './expression';

/** A number as a scaled decimal. Whole numbers stay what they are until they meet a decimal. */
export function asDecimal<Context>(number: NumberExpression<Context>): DecimalExpression<Context> {
  if (number.type === 'decimal') return number;
  const { read } = number;
  return {
    type: 'decimal',
    read: (context) => {
      const value = read(context);
      return value === null ? null : BigInt(value) * AMOUNT_SCALE;
    },
  };
}
