import fc from 'fast-check';
import { formatAmount, parseAmount } from './amount';
import { divided, multiplied, roundedQuotient } from './decimal-arithmetic';

describe('decimal arithmetic', () => {
  it.each<[bigint, bigint, bigint]>([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [5n, -2n, -2n],
    [8n, 3n, 3n],
    [7n, 3n, 2n],
    [-8n, 3n, -3n],
    [1n, 2n, 0n],
    [1n, 3n, 0n],
    [-2n, 3n, -1n],
  ])('rounds %d / %d to %d', (dividend, divisor, quotient) => {
    expect(roundedQuotient(dividend, divisor)).toBe(quotient);
  });

  it('rounds by at most one half', () => {
    const some = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(
        some,
        some.filter((divisor) => divisor !== 0n),
        (dividend, divisor) => {
          const twiceOff = 2n * (roundedQuotient(dividend, divisor) * divisor - dividend);
          const size = divisor < 0n ? -divisor : divisor;
          expect(twiceOff <= size && twiceOff >= -size).toBe(true);
        },
      ),
    );
  });

  it('multiplies and divides decimals', () => {
    expect(formatAmount(multiplied(parseAmount('2.5'), parseAmount('-0.1')))).toBe('-0.25');
    expect(formatAmount(multiplied(parseAmount('0.00000001'), parseAmount('0.5')))).toBe('0');
    expect(formatAmount(divided(parseAmount('10'), parseAmount('3')) as bigint)).toBe('3.33333333');
    expect(divided(parseAmount('10'), 0n)).toBeNull();
  });
});
