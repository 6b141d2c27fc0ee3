import fc from 'fast-check';
import { add, type Decimal, formatDecimal, isEqual, negate, parseDecimal, toMinorUnits, trimmed } from './decimal';

const decimals: fc.Arbitrary<Decimal> = fc.record({ digits: fc.bigInt(), scale: fc.nat({ max: 40 }) });

describe('decimal numbers', () => {
  it.each([
    ['12.50', 1250n, 2],
    ['-0.05', -5n, 2],
    ['+7', 7n, 0],
    ['1E-8', 1n, 8],
    ['1.5e+3', 1500n, 0],
    ['123456789012345678901234567890.12', 12345678901234567890123456789012n, 2],
  ])('reads %s', (text, digits, scale) => {
    expect(parseDecimal(text)).toEqual({ digits, scale });
  });

  it.each(['', '-', '1,000', '.5', '1.', '0x10', 'NaN', '1 000'])('rejects "%s"', (text) => {
    expect(() => parseDecimal(text)).toThrow(`"${text}" is not a decimal number`);
  });

  it('formats a parsed number as it was written', () => {
    fc.assert(fc.property(decimals, (decimal) => expect(parseDecimal(formatDecimal(decimal))).toEqual(decimal)));
  });

  it('adds numbers of different scales exactly', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(isEqual(add(add(a, b), negate(b)), a)).toBe(true);
        expect(isEqual(trimmed(a), a)).toBe(true);
      }),
    );
  });

  it('converts to minor units only if nothing is rounded', () => {
    expect(toMinorUnits(parseDecimal('-12.500'), 2)).toBe(-1250n);
    expect(toMinorUnits(parseDecimal('3'), 2)).toBe(300n);
    expect(() => toMinorUnits(parseDecimal('12.505'), 2)).toThrow('12.505 has more than 2 decimals');
  });
});
