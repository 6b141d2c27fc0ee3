import type { Evidence, EvidenceValue, HashedValue } from '@probity/monitoring/evidence';
import { isObject } from '@probity/platform/is-object';
import { outline } from '../output/outline';
import { printable } from '../output/printable';
import { report, section } from '../output/report';
import { facts } from '../output/table';
import { conditionText } from './condition-text';

/** The evidence that a monitoring rule stores with its alert. */
export interface RuleEvidence extends Evidence {
  rule_version: number;
  definition: { name: string; reason: string };
}

/** Recognises the known form. Evidence of another form, for example of a later version, is shown by `outline`. */
export function isRuleEvidence(evidence: object): evidence is RuleEvidence {
  const { version, definition, fields, aggregates, countries } = evidence as Partial<Record<string, unknown>>;
  return (
    version === 1 && isObject(definition) && isObject(fields) && Array.isArray(aggregates) && Array.isArray(countries)
  );
}

/** The rule and the values that it read. */
export function ruleEvidenceText(evidence: RuleEvidence): string {
  const { rule_version, definition, at, fields, aggregates, countries } = evidence;
  return report(
    facts([
      ['rule', `${definition.name}, version ${rule_version}`],
      ['reason', definition.reason],
      ['event time', at],
    ]),
    section(
      'Values that the rule read',
      facts(Object.entries(fields).map(([name, value]) => [name, valueText(value)])),
    ),
    section("Windows over the customer's history", aggregates.map(aggregateText).join('\n')),
    section(
      'Countries',
      facts(countries.map(({ country, list, listed }) => [`${country} is ${listed ? '' : 'not '}on`, list])),
    ),
    'Add --json to see the definition of the rule and the result of each condition.',
  );
}

function aggregateText(aggregate: Evidence['aggregates'][number]): string {
  const { aggregate: kind, of, window, offset, include_current, where, comparable_only, value } = aggregate;
  const what = of === undefined ? kind : `${kind} of ${of}`;
  const until = offset === undefined ? '' : ` until ${offset} before`;
  const current = include_current ? 'with this event' : 'without this event';
  const filter = where === undefined ? '' : `\n    only events with ${printable(conditionText(where))}`;
  const amounts = comparable_only ? ', without unconverted amounts' : '';
  return `  ${what} over ${window}${until}, ${current}${amounts}: ${valueText(value)}${filter}`;
}

const hashText = ({ sha256, characters }: HashedValue): string =>
  `a value of ${characters} characters with SHA-256 ${sha256}; the event or the profile has it`;

const valueText = (value: EvidenceValue): string => {
  if (value === null) return 'unknown';
  if (Array.isArray(value)) return value.join(', ') || 'none';
  if (typeof value === 'object') return hashText(value as HashedValue);
  return outline(value, '');
};
