import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SEVERITIES } from '@probity/contracts/alerts/words';
import { ALERT_TYPE_PATTERN, MAX_NAME, MAX_PROSE } from '@probity/contracts/monitoring-rules/views';
import { EVENT_TYPES } from '@probity/contracts/pipeline/words';
import Ajv2020 from 'ajv/dist/2020';
import { ACTIVITY_TEXTS } from './activity';
import { AGGREGATES } from './aggregate-spec';
import { compileRule } from './compile-rule';
import { DEFAULT_RULES } from './default-rules';
import { OPERATORS } from './expressions/operators';
import { recompute } from './recompute';
import type { ExpressionNode, RuleDefinition } from './rule-definition';
import { FREE_TYPE_NAMES, RULE_FIELDS } from './rule-fields';
import { activity, contextOf, COUNTRY_LISTS, ruleWith } from './testing/samples';

const reference = (file: string): string => readFileSync(join(__dirname, '../../docs/reference', file), 'utf8');
const PAGE = reference('monitoring-rules.md');
const SCHEMA = JSON.parse(reference('monitoring-rule.schema.json')) as Schema;

interface Schema {
  enum?: unknown[];
  pattern?: string;
  maxLength?: number;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  $defs: Record<'condition' | 'aggregate', Schema>;
}

/** The rules on the page. An example that is not a whole rule is a condition; it is put into a rule. */
const EXAMPLES = [...PAGE.matchAll(/^```json( onboarding)?\n(.*?)^```$/gms)].map(
  ([, onboarding, json]): RuleDefinition => {
    const example = JSON.parse(json as string) as ExpressionNode | RuleDefinition;
    if (typeof example === 'object' && 'condition' in example) return example as RuleDefinition;
    return ruleWith(example, { event_type: onboarding ? 'onboarding' : 'transaction' });
  },
);

/** Returns every key of every object in a tree. */
function keysWithin(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysWithin);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...keysWithin(member)]);
}

const fits = new Ajv2020({ strict: false, allErrors: false }).compile(SCHEMA);

describe('the page about the rule language', () => {
  it.each(EXAMPLES.map((rule) => [JSON.stringify(rule.condition).slice(0, 100), rule] as const))(
    'has an example that works: %s',
    (_, definition) => {
      const rule = compileRule(definition);
      const context = contextOf({
        event_type: definition.event_type,
        activity: definition.event_type === 'transaction' ? activity() : null,
        aggregates: new Map(rule.aggregates.map(({ key }) => [key, null])),
        countryLists: COUNTRY_LISTS,
      });
      const { hit, evidence } = rule.evaluate(context);
      expect(recompute(definition, evidence)).toBe(hit);
    },
  );

  it('has an example of every operator', () => {
    const shown = new Set(keysWithin(EXAMPLES.map(({ condition }) => condition)));
    expect(
      [...OPERATORS.keys(), 'field', 'aggregate', 'where', 'offset', 'include_current'].filter(
        (key) => !shown.has(key),
      ),
    ).toEqual([]);
  });

  it('names every field', () => {
    const fields = new Set([...RULE_FIELDS.transaction.keys(), ...RULE_FIELDS.onboarding.keys()]);
    expect([...fields].filter((field) => !PAGE.includes(`\`${field}\``))).toEqual([]);
    expect(ACTIVITY_TEXTS.filter((field) => !PAGE.includes(`\`${field}\``))).toEqual([]);
  });

  it('names every default rule', () => {
    expect(DEFAULT_RULES.filter(({ key }) => !PAGE.includes(`\`${key}\``))).toEqual([]);
  });
});

describe('the JSON Schema of a rule', () => {
  it('accepts every example and every default rule', () => {
    for (const rule of [...EXAMPLES, ...DEFAULT_RULES.map(({ definition }) => definition)]) {
      expect([rule, fits(rule)]).toEqual([rule, true]);
    }
  });

  it.each<[string, object]>([
    ['an unknown operator', ruleWith({ gtt: [1, 2] })],
    ['two operators in one object', ruleWith({ not: true, is_null: 1 })],
    ['a missing operand', ruleWith({ gt: [1] })],
    ['a surplus operand', ruleWith({ gt: [1, 2, 3] })],
    ['a text in place of a number', ruleWith({ gt: [1, 'x'] })],
    ['an aggregate without a window', ruleWith({ gt: [{ aggregate: 'count' }, 1] })],
    ['an unknown key', { ...ruleWith(true), colour: 'red' }],
    ['no reason', { ...ruleWith(true), reason: undefined }],
  ])('rejects a rule with %s', (_, rule) => {
    expect(fits(JSON.parse(JSON.stringify(rule)))).toBe(false);
  });

  it('has every operator', () => {
    const named = new Set(keysWithin(SCHEMA));
    expect([...OPERATORS.keys()].filter((operator) => !named.has(operator))).toEqual([]);
  });

  it('has the words and limits that the compiler uses', () => {
    const { event_type, severity, alert_type, name, reason } = SCHEMA.properties!;
    expect(event_type!.enum).toEqual(EVENT_TYPES);
    expect(severity!.enum).toEqual(SEVERITIES);
    expect(alert_type!.pattern).toBe(ALERT_TYPE_PATTERN);
    expect([name!.maxLength, reason!.maxLength]).toEqual([MAX_NAME, MAX_PROSE]);
    const { aggregate, of } = SCHEMA.$defs.aggregate.properties!;
    expect(aggregate!.enum).toEqual(AGGREGATES);
    expect(of!.enum).toEqual(['amount', ...ACTIVITY_TEXTS]);
    const field = SCHEMA.$defs.condition.anyOf!.find(({ properties }) => properties?.field);
    expect(field!.properties!.type!.enum).toEqual(FREE_TYPE_NAMES);
  });
});
