import { money } from './money';

describe('an amount', () => {
  it.each([
    ['0', 2, '0.00'],
    ['5', 2, '0.05'],
    ['-125000', 2, '−1,250.00'],
    ['1234567', 0, '1,234,567'],
    ['1234567', 3, '1,234.567'],
    ['9007199254740993123456789', 2, '90,071,992,547,409,931,234,567.89'],
    ['100', null, '100'],
  ])('of %s minor units with %s decimals is %s', (minor, decimals, shown) => {
    expect(money(minor, decimals)).toBe(shown);
  });
});
