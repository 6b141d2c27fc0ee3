import fc from 'fast-check';
import { AMOUNT_SCALE, AmountError, formatAmount, parseAmount, readFormattedAmount } from './amount';

describe('amounts', () => {
  it.each<[number | string, string]>([
    ['0', '0'],
    ['-0', '0'],
    ['12.50', '12.5'],
    ['007', '7'],
    ['-0.00000001', '-0.00000001'],
    ['999999999999999999.99999999', '999999999999999999.99999999'],
    [0, '0'],
    [-0, '0'],
    [12.5, '12.5'],
    [0.1, '0.1'],
    [-19.99, '-19.99'],
    [0.0000001, '0.0000001'],
    [0.00000015, '0.00000015'],
    [-0.00000001, '-0.00000001'],
    [999999999999999, '999999999999999'],
    [1234567.89012345, '1234567.89012345'],
  ])('reads %p exactly as %s', (input, written) => {
    expect(formatAmount(parseAmount(input))).toBe(written);
  });

  it.each<[unknown, RegExp]>([
    ['', /must be a decimal/],
    [' 1', /must be a decimal/],
    ['1e3', /must be a decimal/],
    ['+1', /must be a decimal/],
    ['.5', /must be a decimal/],
    ['5.', /must be a decimal/],
    ['1,000', /must be a decimal/],
    ['0x10', /must be a decimal/],
    ['1'.repeat(19), /18 digits before the point/],
    ['0.000000001', /8 digits after the point/],
    [0.000000001, /8 digits after the point/],
    [0.123456789, /8 digits after the point/],
    [1e-300, /8 digits after the point/],
    [1e21, /decimal string/],
    [1000000000000000, /decimal string/],
    [9007199254740992, /decimal string/],
    [12345678901.123457, /decimal string/],
    [NaN, /finite/],
    [Infinity, /finite/],
    [true, /not boolean/],
    [null, /not object/],
    [12n, /not bigint/],
  ])('rejects %p', (input, message) => {
    expect(() => parseAmount(input as string)).toThrow(AmountError);
    expect(() => parseAmount(input as string)).toThrow(message);
  });

  it('are the same after formatting and reading', () => {
    const limit = 10n ** 26n - 1n;
    fc.assert(
      fc.property(fc.bigInt({ min: -limit, max: limit }), (amount) => {
        expect(parseAmount(formatAmount(amount))).toBe(amount);
        expect(readFormattedAmount(formatAmount(amount * 1000n))).toBe(amount * 1000n);
      }),
    );
  });

  it('are exact for JSON numbers of up to 15 digits', () => {
    const written = fc
      .tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99_999_999 }))
      .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(8, '0')}`);
    fc.assert(
      fc.property(written, (text) => {
        expect(parseAmount(JSON.parse(text) as number)).toBe(parseAmount(text));
      }),
    );
  });

  it('are scaled by 10^8', () => {
    expect(parseAmount('1')).toBe(AMOUNT_SCALE);
  });
});
