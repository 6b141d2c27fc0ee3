import { compileRule } from './compile-rule';
import { CustomerWindows } from './customer-windows';
import { DEFAULT_RULES } from './default-rules';
import type { Evidence } from './evidence';
import { recompute } from './recompute';
import { RuleSet } from './rule-set';
import { COUNTRY_LISTS, DAY, NOON } from './testing/samples';
import { type Event, type History, evaluateEach, times, type Cases } from './testing/histories';
import { CASES } from './testing/default-rule-cases';

const ruleOf = (key: string) => {
  const found = DEFAULT_RULES.find((rule) => rule.key === key);
  if (found === undefined) throw new Error(`there is no default rule ${key}`);
  return found.definition;
};

/** Returns which events of a history a default rule hits. Also checks that the evidence gives the same result. */
function hits(key: string, history: History): boolean[] {
  const rule = compileRule(ruleOf(key));
  const windows = new CustomerWindows(rule.aggregates, [], { countryLists: COUNTRY_LISTS });
  return evaluateEach(history, windows, (context) => {
    const { hit, evidence } = rule.evaluate(context);
    const stored = JSON.parse(JSON.stringify(evidence)) as Evidence;
    expect(stored).toEqual(evidence);
    expect(recompute(JSON.parse(JSON.stringify(ruleOf(key))), stored)).toBe(hit);
    return hit;
  });
}

/** Returns the amounts, counts, shares and durations in a text, in the forms of conditions: 10000, 0.8, 7 or '7d'. */
function numbersSaid(text: string): unknown[][] {
  return [...text.matchAll(/(\d[\d,]*)( days\b| hours\b| %)?/g)].map(([, digits = '', unit = '']) => {
    const number = Number(digits.replaceAll(',', ''));
    if (unit === ' %') return [number / 100];
    return unit === '' ? [number] : [number, digits + unit[1]];
  });
}

/** Returns every text and number in a condition. */
function valuesIn(node: unknown): unknown[] {
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(valuesIn) : [node];
}

describe.each(DEFAULT_RULES.map(({ key }) => key))('%s', (key) => {
  const { fires, silent, over = {} } = CASES[key] as Cases;

  it.each(Object.entries(fires))('hits the last event: %s', (_, history) => {
    const found = hits(key, history);
    expect(found.at(-1)).toBe(true);
    expect(found.slice(0, -1)).not.toContain(true);
  });

  it.each(Object.entries(silent))('hits no event: %s', (_, history) => {
    expect(hits(key, history)).not.toContain(true);
  });

  for (const [name, history] of Object.entries(over)) {
    it(`hits the event before the last, but not the last: ${name}`, () => {
      expect(hits(key, history).slice(-2)).toEqual([true, false]);
    });
  }
});

describe('the default rules', () => {
  it('all have test cases, and different keys and alert types', () => {
    expect(Object.keys(CASES).sort()).toEqual(DEFAULT_RULES.map(({ key }) => key).sort());
    expect(new Set(DEFAULT_RULES.map(({ definition }) => definition.alert_type)).size).toBe(DEFAULT_RULES.length);
  });

  it('describe their thresholds correctly', () => {
    expect(ruleOf('large_cash').description).toContain('10,000');
    expect(ruleOf('rapid_in_and_out').description).toContain('80 %');
    for (const { definition } of DEFAULT_RULES) {
      const values = valuesIn(definition.condition);
      for (const said of numbersSaid(definition.description))
        expect(said.some((one) => values.includes(one))).toBe(true);
      expect(definition.reason.length).toBeGreaterThan(100);
    }
  });

  it('do not hit a year of ordinary transactions', () => {
    const rules = new RuleSet(DEFAULT_RULES.map(({ key, definition }) => ({ rule_id: key, definition })));
    const month = (index: number): Event[] => {
      const salary: Event = { amount: '2871.34', counterparty: 'employer', counterparty_country: 'DE' };
      const spent = times(25, (day): Event => ({
        at: NOON - (13 - index) * 30 * DAY + day * DAY,
        amount: 20 + ((day * 37) % 90) + 0.49,
        direction: 'outbound',
        method: day % 5 === 0 ? 'cash' : 'card',
        counterparty: `shop ${day % 8}`,
      }));
      return [{ ...salary, at: NOON - (13 - index) * 30 * DAY }, ...spent];
    };
    const windows = new CustomerWindows(rules.aggregates, [], { countryLists: COUNTRY_LISTS });
    const events = times(12, (index) => index as never).flatMap((_, index) => month(index));
    expect(events).toHaveLength(312);
    const outcomes = evaluateEach({ events }, windows, (context) => rules.evaluate(context));
    const found = outcomes.flat().filter(({ hit }) => hit);
    expect(found.map(({ rule_id }) => rule_id)).toEqual([]);
  });
});
