import { isComparable } from './comparable-amounts';

const NO_REFERENCE = { reference_currency: null, rates: {} };
const IN_DOLLARS = { reference_currency: 'USD', rates: { EUR: '1.1' } };

describe('an amount is comparable', () => {
  it.each([
    ['in the reference currency', 'USD', IN_DOLLARS, ['USD', 'JPY'], true],
    ['in a currency with a rate', 'EUR', IN_DOLLARS, [], true],
    ['not in a currency without a rate', 'JPY', IN_DOLLARS, ['JPY'], false],
    ['not in a currency that is the name of a property of objects', 'constructor', IN_DOLLARS, [], false],
    ['without a reference currency in the only currency of the tenant', 'JPY', NO_REFERENCE, ['JPY'], true],
    ['without a reference currency and without currencies', 'JPY', NO_REFERENCE, [], true],
    ['not in another currency than the only one of the tenant', 'JPY', NO_REFERENCE, ['USD'], false],
    [
      'not without a reference currency if the tenant has several currencies',
      'USD',
      NO_REFERENCE,
      ['JPY', 'USD'],
      false,
    ],
  ])('%s', (_case, currency, settings, currencies, expected) => {
    expect(isComparable(currency, settings, currencies)).toBe(expected);
  });
});
