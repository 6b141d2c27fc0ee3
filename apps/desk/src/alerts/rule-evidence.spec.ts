import { aggregateText, conditionText, fieldName, fieldText, ruleEvidenceOf, valueText } from './rule-evidence';

it('names fields and values as people read them', () => {
  expect(fieldName('transaction.counterparty_country')).toBe('counterparty country');
  expect(fieldName('transaction.payload.metadata.purpose:text')).toBe('metadata purpose');
  expect(valueText('12345.5')).toBe('12,345.5');
  expect(fieldText('transaction.amount', '8583.8')).toBe('8,583.80');
  expect(fieldText('transaction.amount', 9000)).toBe('9,000');
  expect(fieldText('customer.score', 0.5)).toBe('0.5');
  expect(valueText('0.0004')).toBe('0.0004');
  expect(valueText('-0.5')).toBe('-0.5');
  expect(valueText('12345678901234567890.123456')).toBe('12,345,678,901,234,567,890.123456');
  expect(valueText(null)).toBe('unknown');
  expect(valueText('2026-09-15T19:29:28.941Z')).toBe('2026-09-15 19:29');
  expect(valueText(['a', 'b'])).toBe('a, b');
});

it('says what a window counted', () => {
  const where = {
    and: [{ eq: [{ field: 'activity.direction' }, 'inbound'] }, { gte: [{ field: 'activity.amount' }, 8000] }],
  };
  expect(aggregateText({ aggregate: 'count', window: '7d', where, value: 3 })).toBe(
    'number of transactions within 7 days, only with direction is inbound and amount ≥ 8,000: 3',
  );
  expect(aggregateText({ aggregate: 'sum', of: 'amount', window: '84d', offset: '7d', value: '5200.5' })).toBe(
    'sum of amount within the 84 days that ended 7 days before: 5,200.50',
  );
  expect(aggregateText({ aggregate: 'distinct', of: 'counterparty', window: '7d', value: 11 })).toBe(
    'number of different counterparties within 7 days: 11',
  );
});

it('says which of several conditions belong together', () => {
  const [a, b, c] = ['cash', 'wire', 'card'].map((method) => ({ eq: [{ field: 'activity.method' }, method] }));
  expect(conditionText({ and: [{ or: [a, b] }, c] })).toBe('(method is cash or method is wire) and method is card');
});

it('shows a condition that it does not know as it is', () => {
  expect(conditionText({ matches: [{ field: 'activity.method' }, 'x'] })).toBe(
    '{"matches":[{"field":"activity.method"},"x"]}',
  );
});

it('recognises only the form that it knows', () => {
  const known = {
    version: 1,
    at: '2026-09-15T19:29:28.941Z',
    rule_id: 'r',
    rule_version: 1,
    definition: {},
    fields: {},
    aggregates: [],
    countries: [],
  };
  expect(ruleEvidenceOf(known)).toBe(known);
  expect(ruleEvidenceOf({ ...known, version: 2 })).toBeUndefined();
  expect(ruleEvidenceOf({ provider: 'acme' })).toBeUndefined();
});
