import { compileRule, type CompiledRule } from './compile-rule';
import { inCooldown } from './cooldown';
import type { Evidence } from './evidence';
import type { RuleContext } from './rule-context';

export interface BacktestEvent {
  customer_id: string;
  event_id: string;
  context: RuleContext;
}

export interface BacktestExample {
  customer_id: string;
  event_id: string;
  /** ISO 8601 */
  at: string;
  evidence: Evidence;
}

export interface BacktestSummary {
  /** events of the rule's type */
  events: number;
  /** customers who had one */
  customers: number;
  hit_events: number;
  hit_customers: number;
  /** alerts that there would have been */
  alerts_after_cooldown: number;
  /** the first hit of each of the first customers who had one */
  examples: BacktestExample[];
}

/** What is remembered of a customer until it is done. */
interface Standing {
  hit: boolean;
  lastAlertAt: number | null;
}

/**
 * Tries a rule on events of the past. Each customer's events must come in order of time; different
 * customers may come one after the other or mixed. Memory is held for the customers that are not done
 * and for the examples.
 */
export class Backtest {
  readonly rule: CompiledRule;
  private readonly standings = new Map<string, Standing>();
  private readonly summary: BacktestSummary = {
    events: 0,
    customers: 0,
    hit_events: 0,
    hit_customers: 0,
    alerts_after_cooldown: 0,
    examples: [],
  };

  /** @throws RuleError when the definition is no rule */
  constructor(
    definition: unknown,
    private readonly options: { maxExamples: number },
  ) {
    this.rule = compileRule(definition);
  }

  /** Evaluates one event. Events of another type than the rule's do not count. */
  observe({ customer_id, event_id, context }: BacktestEvent): void {
    if (context.event_type !== this.rule.definition.event_type) return;
    const { summary } = this;
    const standing = this.standingOf(customer_id);
    summary.events++;
    if (!this.rule.test(context)) return;

    summary.hit_events++;
    if (!inCooldown(standing.lastAlertAt, context.at, this.rule.cooldownMs)) {
      summary.alerts_after_cooldown++;
      standing.lastAlertAt = context.at;
    }
    if (standing.hit) return;
    standing.hit = true;
    summary.hit_customers++;
    if (summary.examples.length < this.options.maxExamples) {
      const at = new Date(context.at).toISOString();
      summary.examples.push({ customer_id, event_id, at, evidence: this.rule.explain(context) });
    }
  }

  /** No more events of this customer will come: forgets it. Otherwise it would count as another customer. */
  customerDone(customerId: string): void {
    this.standings.delete(customerId);
  }

  /** The figures so far. */
  result(): BacktestSummary {
    return { ...this.summary, examples: [...this.summary.examples] };
  }

  private standingOf(customerId: string): Standing {
    let standing = this.standings.get(customerId);
    if (standing === undefined) {
      standing = { hit: false, lastAlertAt: null };
      this.standings.set(customerId, standing);
      this.summary.customers++;
    }
    return standing;
  }
}
