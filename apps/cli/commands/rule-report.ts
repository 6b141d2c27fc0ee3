import type { RuleFigures } from '@probity/contracts/insights/views';
import type { RuleCheck, RuleView } from '@probity/contracts/monitoring-rules/views';
import { outline } from '../output/outline';
import { printable } from '../output/printable';
import { type Columns, facts } from '../output/table';

/** A text field of the definition, or `-` when it is missing. */
function text({ definition }: RuleView, member: string): string {
  const value = definition[member];
  return typeof value === 'string' ? value : '-';
}

/** What the rule does with amounts that are not comparable. The definition of an older rule does not say. */
function unconvertedAmounts({ definition }: RuleView): string {
  if (definition.compare_unconverted_amounts === undefined) return 'compared (not decided)';
  return definition.compare_unconverted_amounts === true ? 'compared' : 'unknown';
}

export const RULE_COLUMNS: Columns<RuleView> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'NAME', value: (row) => text(row, 'name') },
  { title: 'MODE', value: (row) => row.mode },
  { title: 'VERSION', value: (row) => row.version, align: 'right' },
  { title: 'SEVERITY', value: (row) => text(row, 'severity') },
  { title: 'ALERT TYPE', value: (row) => text(row, 'alert_type') },
  { title: 'UNCONVERTED AMOUNTS', value: unconvertedAmounts },
  { title: 'DEFAULT', value: (row) => row.key },
  { title: 'UPDATED', value: (row) => row.updated_at },
];

export function ruleReport(rule: RuleView): string {
  const { condition, name: _name, compare_unconverted_amounts: _shown, ...rest } = rule.definition;
  const about = facts([
    ['mode', rule.mode],
    ['version', rule.version],
    ['unconverted amounts', unconvertedAmounts(rule)],
    ['default rule', rule.key],
    ['created', rule.created_at],
    ['updated', rule.updated_at],
  ]);
  const json = JSON.stringify(condition, null, 2).replaceAll('\n', '\n  ');
  return `Rule ${rule.id}: ${printable(text(rule, 'name'))}\n\n${about}\n${outline(rest)}\n\nCondition:\n  ${json}`;
}

export const FIGURES_COLUMNS: Columns<RuleFigures> = [
  { title: 'ID', value: (row) => row.rule_id },
  { title: 'ALERTS', value: (row) => row.alerts, align: 'right' },
  { title: 'DECIDED', value: (row) => row.decided, align: 'right' },
  { title: 'CONFIRMED', value: (row) => row.confirmed, align: 'right' },
  { title: 'PRECISION', value: ({ decided, confirmed }) => percent(confirmed, decided), align: 'right' },
  { title: 'SHADOW HITS', value: (row) => row.shadow_hits, align: 'right' },
  { title: 'SHADOW CUSTOMERS', value: (row) => row.shadow_customers, align: 'right' },
];

const percent = (part: number, of: number): string | null => (of === 0 ? null : `${Math.round((100 * part) / of)}%`);

export function checkReport({ valid, cost, max_cost, problems }: RuleCheck): string {
  const price = cost === null ? '' : ` It costs ${cost} of at most ${max_cost}.`;
  if (valid) return `The rule is valid.${price}`;
  const lines = problems.map(({ path, message }) => `  ${path === '' ? 'the rule' : path}: ${message}`);
  return `The rule is not valid.${price}\n\n${lines.join('\n')}`;
}
