import { type AggregateSpec, longestReach } from './aggregate-spec';
import { parseDuration } from './duration';
import { aggregateEvidence, type Evidence, EvidenceSize, evidenceValue } from './evidence';
import { type Branch, ExpressionCompiler } from './expressions/expression-compiler';
import type { Scope } from './expressions/scope';
import { isListed } from './country-lists';
import type { RuleContext } from './rule-context';
import { definitionProblems, type RuleDefinition } from './rule-definition';
import type { RuleCost } from './rule-cost';
import { RuleError } from './rule-error';
import { RuleScope } from './rule-scope';
import { OutOfTimeError } from './work-limit';

export interface RuleResult {
  hit: boolean;
  evidence: Evidence;
}

/** A rule that can be evaluated. It keeps no state between events. */
export interface CompiledRule {
  definition: RuleDefinition;
  /** the different aggregates of the rule; the context must have their values by their keys */
  aggregates: readonly AggregateSpec[];
  /** names of the country lists that the context must have, including those of the aggregates' filters */
  countryLists: readonly string[];
  /** null if every hit creates an alert */
  cooldownMs: number | null;
  /** how far before an event its windows begin */
  longestWindowMs: number;
  cost: RuleCost;
  /** returns whether the rule hits; faster than `evaluate`, because it gathers no evidence */
  test(context: RuleContext): boolean;
  /**
   * returns the evidence for the decision about this event, hit or not; without the remaining values and conditions when
   * the time is used up, see withinTime
   */
  explain(context: RuleContext): Evidence;
  /** returns the results of `test` and `explain` */
  evaluate(context: RuleContext): RuleResult;
}

/**
 * Checks and compiles a rule.
 *
 * @throws RuleError with every invalid node and the value that was expected there
 */
export function compileRule(definition: unknown): CompiledRule {
  const scopes: RuleScope[] = [];
  const { condition, branches, rule, cost } = compileWith(definition, ({ event_type }) => {
    const scope = new RuleScope(event_type);
    scopes.push(scope);
    return scope;
  });
  const [scope] = scopes as [RuleScope];
  const aggregates = [...scope.aggregates.values()];
  const countryLists = new Set([
    ...scope.countryQuestions.map(({ list }) => list),
    ...aggregates.flatMap((spec) => spec.countryLists),
  ]);

  const test = (context: RuleContext): boolean => {
    requireEvent(rule, context);
    return condition(context);
  };
  const explain = (context: RuleContext): Evidence => gatherEvidence(scope, branches, context);
  return {
    definition: rule,
    aggregates,
    countryLists: [...countryLists],
    cooldownMs: parseDuration(rule.cooldown) ?? null,
    longestWindowMs: longestReach(aggregates),
    cost,
    test,
    explain,
    evaluate: (context) => ({ hit: test(context), evidence: explain(context) }),
  };
}

/** Compiles a rule that reads its values through the given scope. */
export function compileWith<Context>(
  definition: unknown,
  scopeOf: (rule: RuleDefinition) => Scope<Context>,
): {
  rule: RuleDefinition;
  condition: (context: Context) => boolean;
  branches: Branch<Context>[];
  cost: RuleCost;
} {
  const problems = definitionProblems(definition);
  const rule = definition as RuleDefinition;
  // Without a valid event type, it is unknown which fields the condition may read. The path of a problem may lead
  // further down: `/event_type/a`.
  if (problems.some(({ path }) => ['', 'event_type', 'condition'].includes(path.split('/')[1] ?? ''))) {
    throw new RuleError(problems);
  }

  const compiler = new ExpressionCompiler(scopeOf(rule), undefined, problems);
  const condition = compiler.condition(rule.condition, '/condition');
  if (condition === undefined || problems.length > 0) throw new RuleError(problems);
  const branches = compiler.branches.sort((a, b) => (a.path < b.path ? -1 : 1));
  const { cost: total, most } = compiler.budget;
  return { rule, condition: condition.read, branches, cost: { total, ...(most && { most }) } };
}

function requireEvent({ name, event_type }: RuleDefinition, context: RuleContext): void {
  if (context.event_type !== event_type) {
    throw new Error(
      `the rule ${name} is for ${event_type} events; it cannot evaluate an event of type ${context.event_type}`,
    );
  }
  if (event_type === 'transaction' && context.activity === null) {
    throw new Error(`the rule ${name} was given a transaction without its activity`);
  }
}

/** Reads all inputs of a rule, including inputs that did not affect the decision. */
function gatherEvidence(scope: RuleScope, branches: Branch<RuleContext>[], context: RuleContext): Evidence {
  let incomplete = false;
  const inTime = <Value>(read: () => Value): Value | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof OutOfTimeError)) throw error;
      incomplete = true;
      return undefined;
    }
  };
  const size = new EvidenceSize(context);
  const fields: Evidence['fields'] = {};
  for (const [key, { type, read }] of scope.fields) {
    fields[key] = size.fit(evidenceValue(type, inTime(() => read(context)) ?? null));
  }

  const countries: Evidence['countries'] = [];
  for (const { list, country: read } of scope.countryQuestions) {
    const country = inTime(() => read(context)) ?? null;
    if (country === null || countries.some((one) => one.list === list && one.country === country)) continue;
    countries.push({ country, list, listed: isListed(context.countryLists, list, country) });
  }
  const aggregates = [...scope.aggregates.values()].map(({ key, definition }) => ({
    ...definition,
    value: aggregateEvidence(inTime(() => context.aggregates.get(key)) ?? null),
  }));
  const known: Evidence['branches'] = {};
  for (const branch of branches) {
    const value = incomplete ? undefined : inTime(() => branch.read(context));
    if (value !== undefined) known[branch.path] = value;
  }
  return {
    version: 1,
    event_type: context.event_type,
    at: new Date(context.at).toISOString(),
    fields,
    aggregates,
    countries,
    branches: known,
    ...(incomplete ? { incomplete } : {}),
  };
}
