import { type AggregateSpec, longestReach } from './aggregate-spec';
import { compileRule, type CompiledRule } from './compile-rule';
import type { Evidence } from './evidence';
import type { RuleContext } from './rule-context';
import { RuleError } from './rule-error';

export interface RuleToSet {
  rule_id: string;
  definition: unknown;
}

/** What one rule said about one event; the evidence is null when it did not hit. */
export type RuleOutcome =
  { rule_id: string; hit: true; evidence: Evidence } | { rule_id: string; hit: false; evidence: null };

interface Member {
  rule_id: string;
  rule: CompiledRule;
  miss: RuleOutcome;
}

/** Rules that are evaluated together. Aggregates that several of them read are there once. */
export class RuleSet {
  readonly aggregates: readonly AggregateSpec[];
  /** names of the country lists that evaluating needs */
  readonly countryLists: readonly string[];
  /** how far before an event the windows reach */
  readonly longestWindowMs: number;
  private readonly members: readonly Member[];
  private readonly byId: ReadonlyMap<string, CompiledRule>;

  /** @throws RuleError when a definition is no rule; its paths begin with the id of the rule */
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

  /** The outcome of every rule for events of this type, in the order in which the rules were given. */
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
