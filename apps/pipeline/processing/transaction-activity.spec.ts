import { parseAmount } from '@probity/monitoring/amount';
import { activityOf, inReferenceCurrency } from './transaction-activity';

const AS_IT_IS = { reference_currency: null, rates: {} };
const IN_EUROS = { reference_currency: 'EUR', rates: { USD: '0.9', JPY: '0.00612346' } };
const payload = {
  transaction_id: 't',
  account_ref: 'acc',
  amount: '10.50',
  currency: 'USD',
  direction: 'inbound' as const,
};

describe('the activity of a transaction', () => {
  it.each([
    ['10.5', 'USD', '9.45'],
    ['1', 'JPY', '0.00612346'],
    ['10.5', 'EUR', '10.5'],
    ['10.5', 'GBP', '10.5'],
  ])('counts %s %s as %s of the reference currency', (amount, currency, expected) => {
    expect(inReferenceCurrency(parseAmount(amount), currency, IN_EUROS)).toBe(parseAmount(expected));
  });

  it('says whether its amount is comparable', () => {
    const isComparable = (
      currency: string,
      codes: string[],
      monitoring: typeof IN_EUROS | typeof AS_IT_IS = IN_EUROS,
    ) => activityOf({ ...payload, currency }, 0, monitoring, codes).comparable;
    expect(isComparable('USD', [])).toBe(true);
    expect(isComparable('GBP', ['GBP'])).toBe(false);
    expect(isComparable('GBP', ['GBP'], AS_IT_IS)).toBe(true);
    expect(isComparable('GBP', ['GBP', 'EUR'], AS_IT_IS)).toBe(false);
  });

  it('identifies a counterparty by its account, otherwise by its name, in any spelling', () => {
    const key = (counterparty?: object) => activityOf({ ...payload, counterparty }, 0, AS_IT_IS, []).counterparty;
    expect(key({ account: 'de89 3704', name: 'A' })).toBe(key({ account: 'DE893704', name: 'B' }));
    expect(key({ name: '  Jane  DOE ' })).toBe(key({ name: 'jane doe' }));
    expect(key()).toBeNull();
  });

  it('has the method other when the event has none', () => {
    expect(activityOf(payload, 5, AS_IT_IS, [])).toMatchObject({ at: 5, method: 'other', amount: parseAmount('10.5') });
  });
});
