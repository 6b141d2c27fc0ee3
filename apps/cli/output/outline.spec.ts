import { outline } from './outline';

describe('the outline of JSON', () => {
  it('has a line for each value, indented under its name', () => {
    const evidence = {
      score: 0.97,
      known: true,
      unknown: null,
      names: ['Ana', 'Anna'],
      none: [],
      empty: {},
      features: { surname: 1, given: { first: 0.9 } },
      aggregates: [
        { aggregate: 'sum', window: '24h', value: '28500' },
        { aggregate: 'count', where: { field: 'channel', is: 'cash' }, value: 3 },
      ],
    };
    expect(outline(evidence)).toBe(
      `
  score: 0.97
  known: yes
  unknown: -
  names: Ana, Anna
  none: none
  empty: none
  features:
    surname: 1
    given:
      first: 0.9
  aggregates:
    - aggregate: sum; window: 24h; value: 28500
    - aggregate: count
      where:
        field: channel
        is: cash
      value: 3`.slice(1),
    );
  });

  it.each([
    ['text', '  text'],
    [7, '  7'],
    [null, '  -'],
    [['a', 1], '  - a\n  - 1'],
    [{}, ''],
    [{ 'a\nb': 'c\n  forged: line' }, '  a\\u{a}b: c\\u{a}  forged: line'],
  ])('accepts %j', (value, text) => expect(outline(value)).toBe(text));
});
