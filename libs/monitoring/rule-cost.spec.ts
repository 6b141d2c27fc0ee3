import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileRule } from './compile-rule';
import { DEFAULT_RULES } from './default-rules';
import type { ExpressionNode } from './rule-definition';
import { costProblem, MAX_RULE_COST } from './rule-cost';
import { ruleWith } from './testing/samples';

const costOf = (condition: ExpressionNode) => compileRule(ruleWith(condition)).cost;
const smaller = { gte: [{ field: 'activity.amount' }, { field: 'transaction.amount' }] };
const counting = (window: string, where: object) => ({ gt: [{ aggregate: 'count', window, where }, 3] });

describe('the cost of a rule', () => {
  it('is one for each node of a simple rule, and names no part', () => {
    expect(costOf({ gte: [{ field: 'transaction.amount' }, 1_000] })).toEqual({ total: 3 });
  });

  it('grows with the window when the filter reads the current event, and not otherwise', () => {
    const fixed = { eq: [{ field: 'activity.direction' }, 'inbound'] };
    expect(costOf(counting('366d', fixed)).total).toBe(costOf(counting('1d', fixed)).total);
    expect(costOf(counting('366d', smaller)).total).toBeGreaterThan(300 * costOf(counting('1d', fixed)).total);
  });

  it('is as the reference says in its example', () => {
    const page = readFileSync(join(__dirname, '../../docs/reference/monitoring-rules.md'), 'utf8');
    const [, json, text] = /```json\n([^`]*)```\n\n(This condition costs .*)/.exec(page)!;
    const example = (changes: object) => {
      const { gte } = JSON.parse(json!) as { gte: [object, number] };
      return costOf({ gte: [{ ...gte[0], ...changes }, gte[1]] }).total;
    };
    const costs = [
      {},
      { window: '36h' },
      { window: '30d' },
      { where: undefined },
      { where: undefined, window: '300d' },
    ];
    expect(costs.map(example)).toEqual([86, 126, 2_406, 5, 5]);
    expect(text).toMatch(/costs 86: .*`36h` it costs 126, and with `30d` 2,406\. .*it costs 5/);
  });

  it('grows with the length of a pattern', () => {
    const matching = (pattern: string) =>
      costOf({ matches: [{ field: 'transaction.payload.text', type: 'text' }, pattern] });
    expect(matching('a{200}')).toEqual({ total: 20_003, most: { path: '/condition/matches', cost: 20_000 } });
    expect(matching('a{100}').total).toBe(10_003);
  });

  it('of the default rules is at most a tenth of the limit', () => {
    for (const { key, definition } of DEFAULT_RULES) {
      expect([key, compileRule(definition).cost.total]).toEqual([key, expect.any(Number)]);
      expect(compileRule(definition).cost.total).toBeLessThan(MAX_RULE_COST / 10);
    }
  });

  it('is too much for eighteen long windows that are counted anew for each event', () => {
    const hours = Array.from({ length: 18 }, (_, hour) => counting(`${8_784 - hour}h`, smaller));
    const cost = costOf({ and: hours });
    expect(cost.total).toBeGreaterThan(MAX_RULE_COST);
    expect(costProblem(cost)).toEqual({
      path: '/condition/and/0/gt/0',
      message: `the rule costs ${cost.total}, and a rule can cost at most ${MAX_RULE_COST}; this part costs ${cost.most!.cost}; use a shorter window, a shorter pattern or fewer conditions in "where"`,
    });
    expect(costProblem(costOf({ and: hours.slice(0, 3) }))).toBeUndefined();
  });
});
