import { LRUCache } from 'lru-cache';
import type { Activity } from '@probity/monitoring/activity';
import { CustomerWindows } from '@probity/monitoring/customer-windows';
import type { CountryLists } from '@probity/monitoring/rule-context';
import { RuleSet, type RuleToSet, type TimeLimits, type TimeOfRule } from '@probity/monitoring/rule-set';
import { MAX_RULE_COST } from '@probity/monitoring/rule-cost';
import { RuleError } from '@probity/monitoring/rule-error';
import { checkRule } from '@probity/read-side/monitoring-rules/check-rule';
import { ruleContext } from '../monitoring-rules/rule-context-of';
import {
  type CompiledRules,
  type Evaluated,
  type Evaluation,
  type EvaluationReply,
  type History,
  type Missing,
  type Stored,
  type Supplies,
  TIME_LIMITS,
} from './evaluation';

/** The maximum number of cached activities. Each takes about 50 bytes, see libs/monitoring/windows. */
const MAX_ACTIVITIES = 4_000_000;
/** The cache covers events up to this much older than the latest one. For older events, the history is read again. */
const LATE_MS = 86_400_000;
/** The memory that a customer takes besides its activities, measured in activities. */
const CUSTOMER_COST = 40;
/** The maximum number of compiled rules in memory, for all tenants together. */
const MAX_RULES = 100_000;
const MAX_COUNTRY_LISTS = 10_000;
/** The rules that an evaluation names when the time of the event was used up. */
const MAX_LONGEST = 20;

/** The windows of a customer, and what they were computed from. */
interface Remembered {
  version: number;
  /** the transactions in the windows that were not stored in this version */
  added: string[];
  rules: RuleSet;
  countryLists: CountryLists;
  windows: CustomerWindows;
}

/**
 * Evaluates the rules of tenants on events. Caches rules, country lists and the windows of customers; it asks the
 * caller for what it does not have. Windows are valid only for their version of the customer's subject, so another
 * process may store events in between.
 */
export class Evaluator {
  private readonly rules = new LRUCache<string, RuleSet>({
    maxSize: MAX_RULES,
    sizeCalculation: ({ size }) => size + 1,
  });
  private readonly countryLists = new LRUCache<string, CountryLists>({ max: MAX_COUNTRY_LISTS });
  private readonly remembered = new LRUCache<string, Remembered>({
    maxSize: MAX_ACTIVITIES,
    sizeCalculation: ({ windows }) => windows.size + CUSTOMER_COST,
  });

  /** about rules that were compiled, until an evaluation with them returns */
  private readonly reports = new Map<string, CompiledRules>();

  constructor(private readonly limits: TimeLimits = TIME_LIMITS) {}

  evaluate(evaluation: Evaluation, supplies: Supplies = {}): Exclude<EvaluationReply, { failed: unknown }> {
    const compiled = supplies.rules && !this.rules.has(evaluation.rules) ? compileUsable(supplies.rules) : undefined;
    if (compiled) this.rules.set(evaluation.rules, compiled.rules);
    const rules = this.rules.get(evaluation.rules);
    const countryLists = this.listsOf(evaluation.countries, supplies.countryLists);
    const since = evaluation.event.at - (rules?.longestWindowMs ?? 0) - LATE_MS;
    const windows = rules && countryLists && this.windowsOf(evaluation, rules, countryLists, supplies.history);
    if (compiled) this.reports.set(evaluation.rules, compiled.report);
    if (windows) {
      const evaluated = this.evaluated(evaluation, rules, countryLists, windows);
      const report = this.reports.get(evaluation.rules);
      this.reports.delete(evaluation.rules);
      return { evaluated: report ? { ...evaluated, compiled: report } : evaluated };
    }
    const missing: Missing = {
      ...(rules ? { history: since } : { rules: true }),
      ...(countryLists ? {} : { countryLists: true }),
    };
    return { missing };
  }

  /** Windows that do not reflect `from` stay as they are; the next evaluation finds that they are out of date. */
  stored({ customer_id, from, to, activities, latest }: Stored): void {
    const known = this.remembered.get(customer_id);
    if (!known || known.version !== from || !addMissing(known, activities)) return;
    known.windows.prune(latest - LATE_MS);
    this.remembered.set(customer_id, { ...known, version: to, added: [] });
  }

  private evaluated(
    { event, customer, history }: Evaluation,
    rules: RuleSet,
    countryLists: CountryLists,
    windows: CustomerWindows,
  ): Evaluated {
    const context = ruleContext(event, customer, history, windows, countryLists);
    let longest: TimeOfRule[] | undefined;
    const outcomes = rules.evaluate(context, this.limits, (times) => {
      longest = times.sort((a, b) => b.ms - a.ms).slice(0, MAX_LONGEST);
    });
    const { activity, event_type } = event;
    return {
      outcomes: outcomes.filter((outcome) => outcome.hit || outcome.stopped !== undefined),
      rules: outcomes.length,
      ...(longest && { longest }),
      ...(activity && !activity.comparable ? { amount_readers: rules.amountReaders(event_type) } : {}),
    };
  }

  private listsOf(name: string, supplied: CountryLists | undefined): CountryLists | undefined {
    const known = this.countryLists.get(name);
    if (!known && supplied) this.countryLists.set(name, supplied);
    return known ?? supplied;
  }

  /** The windows as they are before the event; undefined if they are not in memory and no history was supplied. */
  private windowsOf(
    { customer_id, version, earlier, event }: Evaluation,
    rules: RuleSet,
    countryLists: CountryLists,
    supplied: History | undefined,
  ): CustomerWindows | undefined {
    const known = this.remembered.get(customer_id);
    const isUsable =
      known?.version === version &&
      known.rules === rules &&
      known.countryLists === countryLists &&
      known.windows.covers(event.at) &&
      addMissing(known, earlier);
    if (isUsable) return known.windows;
    if (!supplied) return undefined;
    const windows = new CustomerWindows(rules.aggregates, supplied.activities, {
      completeSince: supplied.since,
      countryLists,
    });
    const fresh = { version, added: [], rules, countryLists, windows };
    addMissing(fresh, earlier);
    this.remembered.set(customer_id, fresh);
    return windows;
  }
}

/** A rule that is not valid any more must not keep the others from applying. */
function compileUsable(definitions: readonly RuleToSet[]): { rules: RuleSet; report: CompiledRules } {
  const report: CompiledRules = { unusable: [], aboveLimit: [] };
  const usable = definitions.filter(({ rule_id, definition }) => {
    try {
      const { total } = checkRule(definition).cost;
      if (total > MAX_RULE_COST) report.aboveLimit.push({ rule_id, cost: total });
      return true;
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      report.unusable.push({ rule_id, message: error.message });
      return false;
    }
  });
  return { rules: new RuleSet(usable), report };
}

/** Adds the activities that the windows do not have yet; returns false if they have others. */
function addMissing(known: Remembered, activities: Activity[]): boolean {
  const { added, windows } = known;
  if (added.some((id, n) => activities[n]?.transaction_id !== id)) return false;
  for (const activity of activities.slice(added.length)) {
    windows.add(activity);
    added.push(activity.transaction_id);
  }
  return true;
}
