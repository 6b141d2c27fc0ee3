import { localAmount } from './local-amount';

const rates = { reference_currency: 'EUR', rates: { USD: '0.92', JPY: '0.0061' } };

describe('an amount in the currency of the reporting entity', () => {
  it.each([
    ['12.345', 'EUR', 'EUR', { amount_local: '12.35', rate: null }],
    ['0.004', 'EUR', 'EUR', { amount_local: '0.00', rate: null }],
    ['1250.5', 'USD', 'EUR', { amount_local: '1150.46', rate: '0.92' }],
    ['999999999999999999.99999999', 'USD', 'EUR', { amount_local: '920000000000000000.00', rate: '0.92' }],
    ['100', 'JPY', 'EUR', { amount_local: '0.61', rate: '0.0061' }],
  ])('of %s %s is exact, with two decimals', (amount, currency, local, expected) => {
    expect(localAmount(amount, currency, local, rates)).toEqual(expected);
  });

  it('is unknown without a rate, without a currency, and in another currency than that of the rates', () => {
    const unknown = { amount_local: null, rate: null };
    expect(localAmount('1', 'CHF', 'EUR', rates)).toEqual(unknown);
    expect(localAmount('1', 'USD', null, rates)).toEqual(unknown);
    expect(localAmount('1', 'USD', 'GBP', rates)).toEqual(unknown);
  });
});
