import type { BacktestProgress, RuleView } from '@probity/contracts/monitoring-rules/views';
import { count } from '../output/count';
import { outline } from '../output/outline';
import { printable } from '../output/printable';
import { report, section } from '../output/report';
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

export const backtestProgress = ({ events, hit_events }: BacktestProgress): string =>
  `evaluated ${count(events, 'event', 'events')}, ${hit_events.toLocaleString('en-US')} matching`;

const periodText = ({ first_event_at, last_event_at }: BacktestProgress): string =>
  first_event_at === null ? 'no events' : `${first_event_at} to ${last_event_at}`;

const historyText = ({ complete, customers_read, customers_total }: BacktestProgress): string =>
  complete
    ? 'all of it'
    : `a part: ${customers_read.toLocaleString('en-US')} of ${count(customers_total, 'customer', 'customers')}, then its time was over`;

/** The result of running a draft over stored history. */
export function backtestReport(result: BacktestProgress): string {
  const share = (hit: number, of: number): string =>
    `${hit.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}${of === 0 ? '' : ` (${((100 * hit) / of).toFixed(2)}%)`}`;
  return report(
    'Ran the draft over the stored history:',
    facts([
      ['matching events', share(result.hit_events, result.events)],
      ['matching customers', share(result.hit_customers, result.customers)],
      ['alerts, after the cooldown', result.alerts.toLocaleString('en-US')],
      ['period of the events', periodText(result)],
      ['history read', historyText(result)],
      ['stopped: the draft took too long', count(result.stopped_events, 'event', 'events')],
    ]),
    section('Examples', outline(result.examples)),
  );
}
