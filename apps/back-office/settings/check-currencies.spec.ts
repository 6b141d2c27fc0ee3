import { currencyProblems } from './check-currencies';

describe('the currencies of settings', () => {
  const NONE = { reference_currency: null, rates: {} };
  const EUROS = { reference_currency: 'EUR', rates: { USD: '0.92', JPY: '0.0061' } };

  it('are those of ISO 4217 and those of the tenant', () => {
    const change = { reference_currency: 'ZZZ', rates: { QQQ: '1.5', USD: '1.1' } };
    expect(currencyProblems(NONE, change, [])).toEqual([
      expect.stringMatching(/^monitoring\.reference_currency is ZZZ, which is not in ISO 4217/),
      expect.stringMatching(/^monitoring\.rates\.QQQ is the rate of a currency that is not in ISO 4217/),
    ]);
    expect(currencyProblems(NONE, change, ['ZZZ', 'QQQ'])).toEqual([]);
  });

  it('are not checked again when they stay', () => {
    const odd = { reference_currency: 'ZZZ', rates: { QQQ: '1.5' } };
    expect(currencyProblems(odd, { ...odd, rates: { ...odd.rates, USD: '1.1' } }, [])).toEqual([]);
  });

  it('reject a rate that stays while the reference currency changes', () => {
    const change = { reference_currency: 'CHF', rates: { ...EUROS.rates, USD: '0.88' } };
    expect(currencyProblems(EUROS, change, [])).toEqual([
      'monitoring.rates.JPY is still 0.0061, which converts to EUR, but monitoring.reference_currency changes to CHF; ' +
        'set the rate to CHF, or remove it with null',
    ]);
    expect(currencyProblems(EUROS, { ...change, rates: { USD: '0.88', JPY: '0.0058' } }, [])).toEqual([]);
    expect(currencyProblems(EUROS, { ...EUROS, rates: { ...EUROS.rates, CHF: '1.05' } }, [])).toEqual([]);
  });
});
