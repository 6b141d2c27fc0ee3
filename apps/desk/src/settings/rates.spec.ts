import { ratesOf, ratesText } from './rates';

it('reads one rate per line, and keeps every digit', () => {
  expect(ratesOf('eur 1.08\n\n GBP: 1.2700000000000000001 \n')).toEqual({
    rates: { EUR: '1.08', GBP: '1.2700000000000000001' },
  });
  expect(ratesText({ EUR: '1.08', GBP: '1.27' })).toBe('EUR 1.08\nGBP 1.27');
  expect(ratesOf('')).toEqual({ rates: {} });
});

it.each(['EUR', 'EURO 1', 'EUR one', 'EUR 1 2', 'EUR -1'])('names the line of a wrong rate: %s', (line) => {
  expect(ratesOf(`GBP 1.27\n${line}`)).toEqual({ problem: 'Line 2 must be like EUR 1.08.' });
});
