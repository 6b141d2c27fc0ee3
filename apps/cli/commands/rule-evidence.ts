import type { Evidence, EvidenceValue } from '@probity/monitoring/evidence';
import { outline } from '../output/outline';
import { printable } from '../output/printable';
import { facts } from '../output/table';
import { conditionText } from './condition-text';

/** What a monitoring rule leaves with its alert. */
export interface RuleEvidence extends Evidence {
  rule_version: number;
  definition: { name: string; reason: string };
}

/** Evidence of another form, of a later version for instance, is for `outline`. */
export function isRuleEvidence(evidence: object): evidence is RuleEvidence {
  const { version, definition, fields, aggregates, countries } = evidence as Partial<Record<string, unknown>>;
  const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
  return (
    version === 1 && isObject(definition) && isObject(fields) && Array.isArray(aggregates) && Array.isArray(countries)
  );
}

/** Which rule decided on which values. */
export function ruleEvidenceText({
  rule_version,
  definition,
  at,
  fields,
  aggregates,
  countries,
}: RuleEvidence): string {
  const values = Object.entries(fields).map(([name, value]): [string, string] => [name, valueText(value)]);
  const lists = countries.map(({ country, list, listed }): [string, string] => [
    `${country} is ${listed ? '' : 'not '}on`,
    list,
  ]);
  const parts = [
    facts([
      ['rule', `${definition.name}, version ${rule_version}`],
      ['why it matters', definition.reason],
      ['event of', at],
    ]),
    values.length === 0 ? '' : `Values that it read:\n${facts(values)}`,
    aggregates.length === 0 ? '' : `Windows over the customer's history:\n${aggregates.map(aggregateText).join('\n')}`,
    lists.length === 0 ? '' : `Countries:\n${facts(lists)}`,
    'Its definition, and what each condition said, are in the output with --json.',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function aggregateText(aggregate: Evidence['aggregates'][number]): string {
  const { aggregate: kind, of, window, offset, include_current, where, value } = aggregate;
  const what = of === undefined ? kind : `${kind} of ${of}`;
  const until = offset === undefined ? '' : ` until ${offset} before`;
  const current = include_current ? 'with this event' : 'without this event';
  const filter = where === undefined ? '' : `\n    of those with ${printable(conditionText(where))}`;
  return `  ${what} over ${window}${until}, ${current}: ${valueText(value)}${filter}`;
}

const valueText = (value: EvidenceValue): string => {
  if (value === null) return 'not known';
  if (typeof value === 'object') return value.join(', ') || 'none';
  return outline(value, '');
};
