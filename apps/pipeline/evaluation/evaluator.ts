import { LRUCache } from 'lru-cache';
import type { CustomerWindows } from '@probity/monitoring/customer-windows';
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
  type HistoryPage,
  MAX_HISTORY,
  type Reply,
  type Stored,
  type Supplies,
  TIME_LIMITS,
} from './evaluation';
import { RememberedWindows } from './remembered-windows';

/** The maximum number of cached activities. Each takes about 50 bytes, see libs/monitoring/windows. */
const MAX_ACTIVITIES = 4_000_000;
/** The memory that a customer takes besides its activities, measured in activities. */
const CUSTOMER_COST = 40;
/** The maximum number of compiled rules in memory, for all tenants together. */
const MAX_RULES = 100_000;
const MAX_COUNTRY_LISTS = 10_000;
/** The rules that an evaluation names when the time of the event was used up. */
const MAX_LONGEST = 20;

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
  private readonly remembered = new LRUCache<string, RememberedWindows>({
    maxSize: MAX_ACTIVITIES,
    sizeCalculation: ({ size }) => size + CUSTOMER_COST,
  });

  /** about rules that were compiled, until an evaluation with them returns */
  private readonly reports = new Map<string, CompiledRules>();

  /** @param maxHistory the most activities of a customer in memory */
  constructor(
    private readonly limits: TimeLimits = TIME_LIMITS,
    private readonly maxHistory = MAX_HISTORY,
  ) {}

  evaluate(evaluation: Evaluation, supplies: Supplies = {}): Reply {
    const compiled = supplies.rules && !this.rules.has(evaluation.rules) ? compileUsable(supplies.rules) : undefined;
    if (compiled) this.rules.set(evaluation.rules, compiled.rules);
    if (compiled) this.reports.set(evaluation.rules, compiled.report);
    const rules = this.rules.get(evaluation.rules);
    const countryLists = this.listsOf(evaluation.countries, supplies.countryLists);
    if (!rules || !countryLists) {
      return { missing: { ...(!rules && { rules: true }), ...(!countryLists && { countryLists: true }) } };
    }
    const known = this.windowsOf(evaluation, rules, countryLists);
    const history = known.wantedFor(evaluation.event.at, evaluation.history.previous_activity_at);
    if (history) return { missing: { history } };
    const evaluated = this.evaluated(evaluation, rules, countryLists, known.windows);
    const report = this.reports.get(evaluation.rules);
    this.reports.delete(evaluation.rules);
    return { evaluated: report ? { ...evaluated, compiled: report } : evaluated };
  }

  /** Takes a page of a customer's history in. A page of a load that has ended is left out. */
  take(customerId: string, page: HistoryPage): Reply {
    const known = this.remembered.get(customerId);
    const history = known?.take(page);
    if (known) this.remember(customerId, known);
    return history ? { missing: { history } } : { loaded: true };
  }

  stored({ customer_id, from, to, activities, latest }: Stored): void {
    const known = this.remembered.get(customer_id);
    if (!known) return;
    known.stored(from, to, activities, latest);
    this.remember(customer_id, known);
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

  /** The windows as they are before the event, as far as they reach. */
  private windowsOf(
    { customer_id, version, earlier }: Evaluation,
    rules: RuleSet,
    countryLists: CountryLists,
  ): RememberedWindows {
    const known = this.remembered.get(customer_id);
    const current = known?.reflect(version, earlier)
      ? known
      : new RememberedWindows(version, rules, countryLists, this.maxHistory);
    current.use(rules, countryLists);
    current.add(earlier);
    if (current !== known) this.remember(customer_id, current);
    return current;
  }

  /** Call it when the size has changed: the cache notices it only of what it did not have. */
  private remember(customerId: string, windows: RememberedWindows): void {
    this.remembered.delete(customerId);
    this.remembered.set(customerId, windows);
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
