import { compileRule, type CompiledRule } from './compile-rule';
import { inCooldown } from './cooldown';
import type { Evidence } from './evidence';
import type { RuleContext } from './rule-context';
import { OutOfTimeError, withinTime } from './work-limit';

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

/** A day, in UTC, on which the rule would have created alerts. */
export interface BacktestDay {
  /** ISO date */
  day: string;
  alerts: number;
}

export interface BacktestSummary {
  /** events of the rule's type */
  events: number;
  /** customers with at least one such event */
  customers: number;
  hit_events: number;
  hit_customers: number;
  /** events for which the time of the rule was used up; they count as no hit */
  stopped_events: number;
  /** milliseconds since 1970, of the earliest and the latest event; null without events */
  first_event_at: number | null;
  last_event_at: number | null;
  /** alerts that the rule would have created */
  alerts_after_cooldown: number;
  /** those of the latest MAX_DAYS days with alerts, in order */
  days: BacktestDay[];
  /** the first hit of each customer, up to the requested number of customers, and to MAX_EXAMPLES_CHARACTERS */
  examples: BacktestExample[];
}

/** Of all examples of a backtest, as JSON. So a result fits into one event, and many results into a database. */
export const MAX_EXAMPLES_CHARACTERS = 262_144;

/** Three years, so that a result fits into one event. */
const MAX_DAYS = 1_098;

/** The state of a customer until `customerDone`. */
interface Standing {
  hit: boolean;
  lastAlertAt: number | null;
}

/**
 * Evaluates a rule on past events. The events of each customer must come in order of time. Events of different
 * customers may be mixed. Keeps in memory only the customers that are not done, and the examples.
 */
export class Backtest {
  readonly rule: CompiledRule;
  private readonly standings = new Map<string, Standing>();
  private exampleCharacters = 0;
  private readonly days = new Map<string, number>();
  private readonly summary: Omit<BacktestSummary, 'days'> = {
    events: 0,
    customers: 0,
    hit_events: 0,
    hit_customers: 0,
    stopped_events: 0,
    first_event_at: null,
    last_event_at: null,
    alerts_after_cooldown: 0,
    examples: [],
  };

  /** @throws RuleError when the definition is not a valid rule */
  constructor(
    definition: unknown,
    private readonly options: { maxExamples: number; msOfRule?: number },
  ) {
    this.rule = compileRule(definition);
  }

  /** Evaluates one event. Ignores events of another type than the rule's. */
  observe({ customer_id, event_id, context }: BacktestEvent): void {
    if (context.event_type !== this.rule.definition.event_type) return;
    const { summary } = this;
    const standing = this.standingOf(customer_id);
    this.count(context.at);
    if (!this.isHit(context)) return;

    summary.hit_events++;
    if (!inCooldown(standing.lastAlertAt, context.at, this.rule.cooldownMs)) {
      summary.alerts_after_cooldown++;
      const day = new Date(context.at).toISOString().slice(0, 10);
      this.days.set(day, (this.days.get(day) ?? 0) + 1);
      standing.lastAlertAt = context.at;
    }
    if (standing.hit) return;
    standing.hit = true;
    summary.hit_customers++;
    if (summary.examples.length < this.options.maxExamples) {
      const at = new Date(context.at).toISOString();
      const evidence = withinTime(this.options.msOfRule ?? Infinity, () => this.rule.explain(context));
      this.addExample({ customer_id, event_id, at, evidence });
    }
  }

  private addExample(example: BacktestExample): void {
    const characters = JSON.stringify(example).length;
    if (this.exampleCharacters + characters > MAX_EXAMPLES_CHARACTERS) return;
    this.exampleCharacters += characters;
    this.summary.examples.push(example);
  }

  private count(at: number): void {
    const { summary } = this;
    summary.events++;
    summary.first_event_at = Math.min(summary.first_event_at ?? at, at);
    summary.last_event_at = Math.max(summary.last_event_at ?? at, at);
  }

  private isHit(context: RuleContext): boolean {
    try {
      return withinTime(this.options.msOfRule ?? Infinity, () => this.rule.test(context));
    } catch (error) {
      if (!(error instanceof OutOfTimeError)) throw error;
      this.summary.stopped_events++;
      return false;
    }
  }

  /**
   * Frees the memory of a customer. Call it after the last event: a later event would count as another customer.
   *
   * @returns whether the rule hit the customer
   */
  customerDone(customerId: string): boolean {
    const isHit = this.standings.get(customerId)?.hit ?? false;
    this.standings.delete(customerId);
    return isHit;
  }

  /** Returns a copy of the current figures. */
  result(): BacktestSummary {
    const days = [...this.days].map(([day, alerts]) => ({ day, alerts })).sort((a, b) => (a.day < b.day ? -1 : 1));
    return { ...this.summary, days: days.slice(-MAX_DAYS), examples: [...this.summary.examples] };
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
