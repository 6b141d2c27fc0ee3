import { type AggregateSpec, longestReach } from './aggregate-spec';
import { compileRule, type CompiledRule } from './compile-rule';
import type { Evidence } from './evidence';
import type { RuleContext } from './rule-context';
import { RuleError } from './rule-error';

export interface RuleToSet {
  rule_id: string;
  definition: unknown;
}

/** The result of one rule for one event. The evidence is null when the rule did not hit. */
export type RuleOutcome =
  { rule_id: string; hit: true; evidence: Evidence } | { rule_id: string; hit: false; evidence: null };

interface Member {
  rule_id: string;
  rule: CompiledRule;
  miss: RuleOutcome;
}

/** Rules that are evaluated together. An aggregate that several rules read is computed once. */
export class RuleSet {
  readonly aggregates: readonly AggregateSpec[];
  /** names of the country lists that evaluating needs */
  readonly countryLists: readonly string[];
  /** how far before an event the windows begin */
  readonly longestWindowMs: number;
  private readonly members: readonly Member[];
  private readonly byId: ReadonlyMap<string, CompiledRule>;

  /** @throws RuleError when a definition is not a valid rule; its paths begin with the id of the rule */
  constructor(rules: readonly RuleToSet[]) {
    this.members = rules.map(({ rule_id, definition }) => ({
      rule_id,
      rule: compileNamed(rule_id, definition),
      miss: Object.freeze({ rule_id, hit: false, evidence: null }),
    }));
    this.byId = new Map(this.members.map(({ rule_id, rule }) => [rule_id, rule]));
    const specs = this.members.flatMap(({ rule }) => rule.aggregates);
    this.aggregates = [...new Map(specs.map((spec) => [spec.key, spec])).values()];
    this.countryLists = [...new Set(this.members.flatMap(({ rule }) => rule.countryLists))];
    this.longestWindowMs = longestReach(this.aggregates);
  }

  get(ruleId: string): CompiledRule | undefined {
    return this.byId.get(ruleId);
  }

  /** Returns the outcome of every rule for this type of event, in the order of the rules. */
  evaluate(context: RuleContext): RuleOutcome[] {
    const outcomes: RuleOutcome[] = [];
    for (const { rule_id, rule, miss } of this.members) {
      if (rule.definition.event_type !== context.event_type) continue;
      outcomes.push(rule.test(context) ? { rule_id, hit: true, evidence: rule.explain(context) } : miss);
    }
    return outcomes;
  }
}

function compileNamed(ruleId: string, definition: unknown): CompiledRule {
  try {
    return compileRule(definition);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    throw new RuleError(error.problems.map(({ path, message }) => ({ path: `/${ruleId}${path}`, message })));
  }
}
