import { conditionText } from './condition-text';

describe('the text of a condition', () => {
  it.each<[unknown, string]>([
    [{ field: 'activity.amount' }, 'activity.amount'],
    [{ gte: [{ field: 'activity.amount' }, 8000] }, 'activity.amount gte 8000'],
    [{ in: [{ field: 'activity.method' }, ['cash', 'crypto']] }, 'activity.method in [cash, crypto]'],
    [
      { and: [{ eq: [{ field: 'activity.direction' }, 'inbound'] }, { not: { eq: [{ field: 'a' }, true] } }] },
      '(activity.direction eq inbound) and (not (a eq true))',
    ],
    [{ between: [{ field: 'a' }, 1, 2] }, 'between a, 1, 2'],
    [{ aggregate: 'sum', of: 'amount' }, '{"aggregate":"sum","of":"amount"}'],
    [{}, '{}'],
    [true, 'true'],
  ])('of %j is %s', (node, text) => expect(conditionText(node)).toBe(text));
});
