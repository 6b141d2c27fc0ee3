import { compileRule } from './compile-rule';
import { RuleError } from './rule-error';
import { DAY, ruleWith } from './testing/samples';
import { f, AMOUNT } from './testing/fields';

describe('aggregates of a rule', () => {
  const keysOf = (...nodes: object[]): string[] =>
    compileRule(ruleWith({ or: nodes.map((node) => ({ gt: [node, 1] })) })).aggregates.map(({ key }) => key);

  it('have the same key if they mean the same', () => {
    expect(
      keysOf(
        { aggregate: 'count', window: '24h' },
        { window: '1d', aggregate: 'count' },
        { aggregate: 'count', window: '1440m', include_current: true },
      ),
    ).toEqual(['{"aggregate":"count","include_current":true,"window":"1d"}']);
  });

  it.each([
    { window: '25h' },
    { window: '24h', offset: '1h' },
    { window: '24h', include_current: false },
    { window: '24h', where: { gt: [{ field: 'activity.amount' }, 1] } },
  ])('have another key if they mean something else: %j', (members) => {
    expect(keysOf({ aggregate: 'count', window: '24h' }, { aggregate: 'count', ...members })).toHaveLength(2);
  });

  it('give the length of their windows and the country lists that they use', () => {
    const rule = compileRule(
      ruleWith({
        gt: [
          {
            aggregate: 'count',
            window: '7d',
            offset: '30d',
            where: { country_in: [{ field: 'activity.counterparty_country' }, 'high_risk'] },
          },
          { aggregate: 'sum', of: 'amount', window: '24h' },
        ],
      }),
    );
    expect(rule.longestWindowMs).toBe(37 * DAY);
    expect(rule.countryLists).toEqual(['high_risk']);
  });
});

/** Returns the path and the message of each problem of a condition. */
function problemsOf(condition: unknown, members: object = {}): [path: string, message: string][] {
  try {
    compileRule({ ...ruleWith(true), ...members, condition });
  } catch (error) {
    if (error instanceof RuleError) return error.problems.map(({ path, message }) => [path, message]);
    throw error;
  }
  return [];
}

describe('a rule that cannot be compiled', () => {
  it.each<[unknown, string, RegExp]>([
    [null, '/condition', /found null.*is_null/],
    [5, '/condition', /expected a condition, found a number/],
    [{}, '/condition', /one operator.*found none/],
    [{ and: [true], or: [true] }, '/condition', /found and, or/],
    [{ gtt: [1, 2] }, '/condition', /no operator "gtt"; did you mean "gt"/],
    [{ 'a/b~c': [] }, '/condition', /no operator "a\/b~c"; expected one of and, or/],
    [{ and: [] }, '/condition/and', /at least one condition/],
    [{ and: true }, '/condition/and', /list of at least one condition/],
    [{ and: [true, 'x'] }, '/condition/and/1', /expected a condition, found a text/],
    [{ not: [true] }, '/condition/not', /list of texts only/],
    [{ gt: [1] }, '/condition/gt', /list of 2 items/],
    [{ gt: [1, 'x'] }, '/condition/gt/1', /expected a number, found a text/],
    [{ gt: [1, { date: '2026-01-01' }] }, '/condition/gt/1', /found a date/],
    [{ eq: [1, 'x'] }, '/condition/eq', /a number and a text/],
    [{ gt: [AMOUNT, 0.123456789] }, '/condition/gt/1', /8 digits after the point.*"decimal"/],
    [{ gt: [AMOUNT, { decimal: 5 }] }, '/condition/gt/1/decimal', /as a text/],
    [{ gt: [AMOUNT, { decimal: '1e5' }] }, '/condition/gt/1/decimal', /must be a decimal/],
    [{ eq: [f('transaction.amuont'), 1] }, '/condition/eq/0/field', /did you mean "transaction.amount"/],
    [{ eq: [f('onboarding.at'), f('transaction.at')] }, '/condition/eq/0/field', /no field onboarding.at/],
    [{ eq: [f('activity.amount'), 1] }, '/condition/eq/0/field', /no field activity.amount/],
    [{ eq: [{ field: 5 }, 1] }, '/condition/eq/0/field', /name of a field/],
    [{ eq: [{ field: 'transaction.amount', of: 1 }, 1] }, '/condition/eq/0/of', /not a known key/],
    [{ eq: [f('transaction.amount', 'number'), 1] }, '/condition/eq/0/field', /leave "type" out/],
    [{ eq: [f('customer.metadata.x'), 1] }, '/condition/eq/0/field', /declare its type/],
    [{ eq: [f('customer.metadata.x', 'constructor'), 1] }, '/condition/eq/0/field', /declare its type/],
    [{ eq: [f('customer.metadata.a..b', 'text'), 'x'] }, '/condition/eq/0/field', /up to 5 keys/],
    [{ eq: [f('customer.metadata.a.b.c.d.e.f', 'text'), 'x'] }, '/condition/eq/0/field', /up to 5 keys/],
    [{ eq: [f('transaction.direction'), 'incoming'] }, '/condition/eq/1', /one of inbound, outbound, found "incoming"/],
    [{ eq: ['usd', f('transaction.currency')] }, '/condition/eq/0', /three-letter currency code/],
    [{ in: [f('customer.nationality'), ['DE', 'Iran']] }, '/condition/in/1/1', /two-letter country code.*"Iran"/],
    [{ in: [f('customer.nationality'), []] }, '/condition/in/1', /at least one item/],
    [[], '/condition', /expected a condition, found an empty list/],
    [{ not: [] }, '/condition/not', /expected a condition, found an empty list/],
    [{ in: [f('customer.nationality'), ['DE', 5]] }, '/condition/in/1', /texts only or of numbers only/],
    [{ in: [f('customer.nationality'), [5]] }, '/condition/in', /a text and a list of numbers/],
    [{ contains: [f('transaction.description'), ''] }, '/condition/contains/1', /not empty/],
    [{ matches: [f('transaction.description'), '(a+)+'] }, '/condition/matches/1', /no groups/],
    [{ matches: ['x', f('transaction.description')] }, '/condition/matches/1', /a literal text/],
    [{ multiple_of: [AMOUNT, 0] }, '/condition/multiple_of/1', /not zero/],
    [{ before: [f('transaction.at'), '2026-01-01'] }, '/condition/before/1', /expected a date, found a text/],
    [{ before: [f('transaction.at'), { date: '2026-02-31' }] }, '/condition/before/1/date', /ISO 8601/],
    [{ older_than: [f('transaction.at'), '5w'] }, '/condition/older_than/1', /a duration such as/],
    [{ country_in: [f('customer.nationality'), 'High risk'] }, '/condition/country_in/1', /name of a country list/],
    [{ country_in: [f('customer.nationality'), ['IR']] }, '/condition/country_in/1', /countries themselves/],
    [{ country_in: [f('customer.full_name'), 'high_risk'] }, '/condition/country_in/0', /contains a country/],
    [{ is_null: { not: true } }, '/condition/is_null', /always known/],
    [{ coalesce: [true] }, '/condition/coalesce', /at least two/],
    [{ eq: [{ coalesce: [1, 'x'] }, 1] }, '/condition/eq/0/coalesce', /a number and a text/],
    [{ size: f('customer.tags') }, '/condition', /expected a condition, found a number/],
    [{ gt: [{ size: f('customer.email') }, 1] }, '/condition/gt/0/size', /a list of texts, found a text/],
    [{ eq: ['x'.repeat(1_001), 'x'] }, '/condition/eq/0', /1000 characters/],
    [{ eq: ['\u0000', 'x'] }, '/condition/eq/0', /U\+0000/],
  ])('has one problem for the condition %j', (condition, path, message) => {
    const problems = problemsOf(condition);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.[0]).toBe(path);
    expect(problems[0]?.[1]).toMatch(message);
  });

  it.each<[object, string, RegExp]>([
    [{ aggregate: 'median', window: '1h' }, '/aggregate', /one of count, sum/],
    [{ aggregate: 'count' }, '/window', /a duration such as/],
    [{ aggregate: 'count', window: '367d' }, '/window', /at most 366d/],
    [{ aggregate: 'count', window: 3600 }, '/window', /a duration such as/],
    [{ aggregate: 'count', window: '300d', offset: '100d' }, '/offset', /366d together/],
    [{ aggregate: 'count', of: 'amount', window: '1h' }, '/of', /leave it out/],
    [{ aggregate: 'sum', window: '1h' }, '/of', /expected "amount"/],
    [{ aggregate: 'sum', of: 'counterparty', window: '1h' }, '/of', /expected "amount"/],
    [{ aggregate: 'distinct', of: 'amount', window: '1h' }, '/of', /one of currency/],
    [{ aggregate: 'count', window: '1h', include_current: 'no' }, '/include_current', /true or false/],
    [{ aggregate: 'count', window: '1h', offset: '1h', include_current: true }, '/include_current', /ends before/],
    [{ aggregate: 'count', window: '1h', limit: 5 }, '/limit', /not a known key/],
    [{ aggregate: 'count', window: '1h', where: 5 }, '/where', /expected a condition/],
    [
      { aggregate: 'count', window: '1h', where: { eq: [f('activity.amuont'), 1] } },
      '/where/eq/0/field',
      /did you mean "activity.amount"/,
    ],
    [
      { aggregate: 'count', window: '1h', where: { eq: [f('customer.email'), 'x'] } },
      '/where/eq/0/field',
      /the where of an aggregate/,
    ],
    [
      { aggregate: 'count', window: '1h', where: { eq: [f('transaction.description'), 'x'] } },
      '/where/eq/0/field',
      /the where of an aggregate/,
    ],
    [
      { aggregate: 'count', window: '1h', where: { gt: [{ aggregate: 'count', window: '1h' }, 1] } },
      '/where/gt/0',
      /inside the where of another/,
    ],
  ])('has one problem for the aggregate %j', (aggregate, path, message) => {
    const problems = problemsOf({ gt: [aggregate, 1] });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.[0]).toBe(`/condition/gt/0${path}`);
    expect(problems[0]?.[1]).toMatch(message);
  });

  it('cannot include the current event if it is an onboarding event', () => {
    const count = { aggregate: 'count', window: '1h' };
    const onboarding = { event_type: 'onboarding' };
    expect(problemsOf({ gt: [count, 1] }, onboarding)).toEqual([]);
    expect(problemsOf({ gt: [{ ...count, include_current: true }, 1] }, onboarding)[0]?.[1]).toMatch(
      /is not an activity/,
    );
    const where = { eq: [f('activity.counterparty'), f('transaction.counterparty')] };
    expect(problemsOf({ gt: [{ ...count, where }, 1] }, onboarding)[0]?.[1]).toMatch(
      /no field transaction.counterparty/,
    );
  });

  it('reports all invalid nodes in one message', () => {
    const condition = { and: [{ gt: [f('transaction.amuont'), 'x'] }, { nope: 1 }, { or: [] }] };
    expect(problemsOf(condition, { severity: 'huge', extra: 1 }).map(([path]) => path)).toEqual([
      '/severity',
      '/extra',
      '/condition/and/0/gt/0/field',
      '/condition/and/0/gt/1',
      '/condition/and/1',
      '/condition/and/2/or',
    ]);
    expect(() => compileRule({ ...ruleWith(condition), severity: 'huge' })).toThrow(
      /^\/severity: expected one of low, medium, high, critical; \/condition\/and\/0\/gt\/0\/field: /,
    );
  });

  it.each<[unknown, string]>([
    [undefined, ''],
    ['a rule', ''],
    [[], ''],
    [{ ...ruleWith(true), name: ' ' }, '/name'],
    [{ ...ruleWith(true), reason: undefined }, '/reason'],
    [{ ...ruleWith(true), title: 'x'.repeat(201) }, '/title'],
    [{ ...ruleWith(true), alert_type: 'Large cash' }, '/alert_type'],
    [{ ...ruleWith(true), event_type: 'login' }, '/event_type'],
    [{ ...ruleWith(true), cooldown: 'a day' }, '/cooldown'],
    [{ ...ruleWith(true), condition: undefined }, '/condition'],
  ])('rejects %j at %s', (definition, path) => {
    expect(() => compileRule(definition)).toThrow(RuleError);
    try {
      compileRule(definition);
    } catch (error) {
      expect((error as RuleError).path).toBe(path);
      expect((error as RuleError).httpStatus).toBe(400);
    }
  });

  it.each(['name', 'event_type', 'severity', 'condition', 'other'])(
    'has a member %s that is nested too deep',
    (member) => {
      const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
      for (const depth of [29, 30, 31, 32, 100]) {
        expect(() => compileRule({ ...ruleWith(true), [member]: nested(depth) })).toThrow(RuleError);
      }
    },
  );

  it('exceeds the limits of depth, nodes or characters', () => {
    const nested = (depth: number): object => (depth === 0 ? { is_null: AMOUNT } : { not: nested(depth - 1) });
    expect(problemsOf(nested(29))).toEqual([]);
    expect(problemsOf(nested(30))[0]?.[1]).toMatch(/32 levels/);
    expect(problemsOf(nested(2_000))[0]?.[1]).toMatch(/32 levels/);

    const wide = (count: number): object => ({ and: Array.from({ length: count }, () => true) });
    expect(problemsOf(wide(199))).toEqual([]);
    expect(problemsOf(wide(5_000))).toEqual([['/condition/and/199', expect.stringMatching(/at most 200 nodes/)]]);

    const long = { in: ['x', Array.from({ length: 900 }, () => 'x'.repeat(100))] };
    expect(problemsOf(long)).toEqual([['', expect.stringMatching(/65536 characters/)]]);
  });
});
