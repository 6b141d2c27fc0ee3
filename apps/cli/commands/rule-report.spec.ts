import type { RuleView } from '@probity/contracts/monitoring-rules/views';
import { RULE_COLUMNS, ruleReport } from './rule-report';

const rule = (members: object): RuleView => ({
  id: 'r',
  key: null,
  version: 1,
  mode: 'active',
  created_at: 'c',
  updated_at: 'u',
  definition: { name: 'Large', condition: true, ...members },
});

describe('what a rule does with amounts without a rate', () => {
  it.each([
    ['compared', { compare_unconverted_amounts: true }],
    ['unknown', { compare_unconverted_amounts: false }],
    ['compared (not decided)', {}],
  ])('is in the list and the report of rules: %s', (said, members) => {
    const column = RULE_COLUMNS.find(({ title }) => title === 'UNCONVERTED AMOUNTS')!;
    expect(column.value(rule(members))).toBe(said);
    expect(ruleReport(rule(members))).toMatch(new RegExp(`unconverted amounts +${said.replace(/[()]/g, '\\$&')}\n`));
  });
});
