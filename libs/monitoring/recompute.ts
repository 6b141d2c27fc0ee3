import { canonicalJson } from '@probity/platform/canonical-json';
import { readFormattedAmount } from './amount';
import type { AggregateSpec } from './aggregate-spec';
import { compileWith } from './compile-rule';
import { type Evidence, EvidenceError, valueOfEvidence } from './evidence';
import type { Expression, NumberExpression } from './expressions/expression';
import type { FilterRules, Scope } from './expressions/scope';
import type { RuleDefinition } from './rule-definition';
import { ruleField } from './rule-fields';
import { aggregateReader, fieldKey, filterRules } from './rule-scope';

/**
 * Repeats the decision of a rule from stored evidence alone, without the event, the customer and the history.
 *
 * @throws RuleError when the definition is not a valid rule
 * @throws EvidenceError when the evidence does not belong to this rule
 */
export function recompute(definition: unknown, evidence: Evidence): boolean {
  if (evidence.version !== 1)
    throw new EvidenceError(
      `the evidence has the unknown version ${String(evidence.version)}; only version 1 can be read`,
    );
  const { condition, rule } = compileWith(definition, (rule) => new EvidenceScope(rule));
  if (evidence.event_type !== rule.event_type) {
    throw new EvidenceError(
      `the rule is for ${rule.event_type} events, but the evidence is of type ${evidence.event_type}`,
    );
  }
  return condition(evidence);
}

/** Reads the inputs of a rule from evidence. */
class EvidenceScope implements Scope<Evidence> {
  readonly filters: FilterRules;

  constructor(private readonly rule: RuleDefinition) {
    this.filters = filterRules(rule);
  }

  field(path: string, declaredType: string | undefined): Expression<Evidence> | string {
    const field = ruleField(this.rule.event_type, path, declaredType);
    if (typeof field === 'string') return field;
    const key = fieldKey(path, declaredType);
    const read = ({ fields }: Evidence): unknown => {
      const kept = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (kept === undefined) throw new EvidenceError(`the evidence has no field ${key}, which the rule reads`);
      return valueOfEvidence(field.type, kept);
    };
    return { ...field, read } as Expression<Evidence>;
  }

  aggregate(spec: AggregateSpec): NumberExpression<Evidence> {
    return aggregateReader(spec, ({ aggregates }: Evidence) => {
      const kept = aggregates.find(({ value: _, ...definition }) => canonicalJson(definition) === spec.key);
      if (kept === undefined)
        throw new EvidenceError(`the evidence has no aggregate ${spec.key}, which the rule reads`);
      return typeof kept.value === 'string' ? readFormattedAmount(kept.value) : kept.value;
    });
  }

  eventTime(): (evidence: Evidence) => number {
    return ({ at }) => Date.parse(at);
  }

  listed(list: string, country: (evidence: Evidence) => string | null): (evidence: Evidence) => boolean {
    return (evidence) => {
      const code = country(evidence);
      if (code === null) return false;
      const kept = evidence.countries.find((one) => one.list === list && one.country === code);
      if (kept === undefined) throw new EvidenceError(`the evidence does not say whether ${code} is on ${list}`);
      return kept.listed;
    };
  }
}
