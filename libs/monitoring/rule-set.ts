import type { EventType } from '@probity/contracts/pipeline/views';
import { type AggregateSpec, longestReach } from './aggregate-spec';
import { compileRule, type CompiledRule } from './compile-rule';
import type { Evidence } from './evidence';
import type { RuleContext } from './rule-context';
import { RuleError } from './rule-error';
import { OutOfTimeError, timer, withinTime } from './work-limit';

export interface RuleToSet {
  rule_id: string;
  definition: unknown;
}

/**
 * Why a rule was stopped: its own time was used up, or that of all rules together, or the customer has too many
 * activities to have all of its windows in memory.
 */
export type Stopped = 'rule' | 'event' | 'history';

/**
 * The result of one rule for one event. The evidence is null when the rule did not hit. A stopped rule did not get as
 * far as a result.
 */
export type RuleOutcome =
  | { rule_id: string; hit: true; evidence: Evidence }
  | { rule_id: string; hit: false; evidence: null; stopped?: Stopped };

/** The time for evaluating an event, in milliseconds. */
export interface TimeLimits {
  ofRule: number;
  ofEvent: number;
}

/** How long a rule ran for an event, in milliseconds. */
export interface TimeOfRule {
  rule_id: string;
  ms: number;
}

const NO_LIMITS: TimeLimits = { ofRule: Infinity, ofEvent: Infinity };

interface Member {
  /** its index in the given order */
  place: number;
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
  private readonly byCost: readonly Member[];
  private readonly byId: ReadonlyMap<string, CompiledRule>;

  /** @throws RuleError when a definition is not a valid rule; its paths begin with the id of the rule */
  constructor(rules: readonly RuleToSet[]) {
    const members = rules.map(({ rule_id, definition }, place) => ({
      place,
      rule_id,
      rule: compileNamed(rule_id, definition),
      miss: Object.freeze({ rule_id, hit: false as const, evidence: null }),
    }));
    this.byId = new Map(members.map(({ rule_id, rule }) => [rule_id, rule]));
    const specs = members.flatMap(({ rule }) => rule.aggregates);
    this.aggregates = [...new Map(specs.map((spec) => [spec.key, spec])).values()];
    this.countryLists = [...new Set(members.flatMap(({ rule }) => rule.countryLists))];
    this.byCost = members.toSorted((a, b) => a.rule.cost.total - b.rule.cost.total);
    this.longestWindowMs = longestReach(this.aggregates);
  }

  /** The number of rules. */
  get size(): number {
    return this.byCost.length;
  }

  /** The ids of the rules for this type of event that read amounts. */
  amountReaders(eventType: EventType): string[] {
    return this.byCost
      .filter(({ rule }) => rule.readsAmounts && rule.definition.event_type === eventType)
      .map(({ rule_id }) => rule_id);
  }

  get(ruleId: string): CompiledRule | undefined {
    return this.byId.get(ruleId);
  }

  /**
   * Returns the outcome of every rule for this type of event, in the order of the rules. Cheap rules are evaluated
   * first, so that an expensive rule that uses up the time of the event does not stop them.
   *
   * @param onUsedUp learns how long each rule ran when the time of the event was used up. An aggregate that several
   * rules read counts for the first of them.
   */
  evaluate(
    context: RuleContext,
    { ofRule, ofEvent }: TimeLimits = NO_LIMITS,
    onUsedUp?: (times: TimeOfRule[]) => void,
  ): RuleOutcome[] {
    const left = timer(ofEvent);
    const outcomes: RuleOutcome[] = [];
    const begun: { rule_id: string; left: number }[] = [];
    let isUsedUp = false;
    for (const member of this.byCost) {
      if (member.rule.definition.event_type !== context.event_type) continue;
      if (lacksHistory(member, context)) {
        outcomes[member.place] = stopped(member, 'history');
        continue;
      }
      const ms = left();
      if (ms > 0) begun.push({ rule_id: member.rule_id, left: ms });
      const outcome =
        ms > 0
          ? outcomeOf(member, context, Math.min(ofRule, ms), ms < ofRule ? 'event' : 'rule')
          : stopped(member, 'event');
      outcomes[member.place] = outcome;
      isUsedUp ||= !outcome.hit && outcome.stopped === 'event';
    }
    if (isUsedUp && onUsedUp) {
      const end = left();
      onUsedUp(begun.map(({ rule_id, left: ms }, n) => ({ rule_id, ms: ms - (begun[n + 1]?.left ?? end) })));
    }
    return outcomes.filter((outcome) => outcome !== undefined);
  }
}

const lacksHistory = ({ rule }: Member, { aggregates: { uncovered } }: RuleContext): boolean =>
  uncovered !== undefined && rule.aggregates.some(({ key }) => uncovered.has(key));

/** A rule that hits has its alert: the time for its evidence counts anew. */
function outcomeOf({ rule_id, rule, miss }: Member, context: RuleContext, ms: number, limit: Stopped): RuleOutcome {
  try {
    if (!withinTime(ms, () => rule.test(context))) return miss;
  } catch (error) {
    if (error instanceof OutOfTimeError) return { rule_id, hit: false, evidence: null, stopped: limit };
    throw error;
  }
  return { rule_id, hit: true, evidence: withinTime(ms, () => rule.explain(context)) };
}

const stopped = ({ rule_id }: Member, limit: Stopped): RuleOutcome => ({
  rule_id,
  hit: false,
  evidence: null,
  stopped: limit,
});

function compileNamed(ruleId: string, definition: unknown): CompiledRule {
  try {
    return compileRule(definition);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    throw new RuleError(error.problems.map(({ path, message }) => ({ path: `/${ruleId}${path}`, message })));
  }
}
