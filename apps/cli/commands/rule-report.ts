import type { RuleView } from '@probity/contracts/monitoring-rules/views';
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
