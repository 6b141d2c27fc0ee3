import type { EventType } from '@probity/contracts/pipeline/views';
import type { Evaluated } from '../evaluation/evaluation';
import type { TenantRuleSet } from './tenant-rules';

/** A rule is suspended when events were stopped this often, and at least half of them, within the period. */
export const SUSPENDED_AFTER = 10;
const PERIOD_MS = 3_600_000;
/** After this time without a stopped rule, rules are within their time again. */
export const OVER_AFTER_MS = 600_000;

/** How events went since the first of them that was stopped. */
interface Count {
  since: number;
  stopped: number;
  evaluated: number;
}

/** Of the events for which a rule used up its own time. */
interface OwnCount extends Count {
  version: number;
}

/** Of the events for which all rules together used up the time of the event. */
interface SharedCount extends Count {
  /** names the rules: a change of one begins a new count */
  rules: string;
  /** how long each rule ran for these events, in milliseconds */
  ran: Map<string, number>;
}

/** A rule that uses up too much time. */
export interface Suspension {
  rule_id: string;
  version: number;
  stopped: number;
  evaluated: number;
  /** whose time was used up: its own, or that of all rules together, of which this one took most */
  time_limit: 'rule' | 'event';
}

const isStopped = (count: Count): boolean => count.stopped >= SUSPENDED_AFTER && count.stopped * 2 >= count.evaluated;

/**
 * Counts the events of a tenant for which rules were stopped, and decides which rule is suspended: one that uses up its
 * own time, or the one that takes most of the time that all rules share. So a rule that is only stopped by others is
 * not suspended. A few unusual events suspend no rule: it takes half of the events since the first one.
 */
export class RuleStops {
  private readonly own = new Map<string, OwnCount>();
  private readonly shared = new Map<EventType, SharedCount>();
  /** when each rule was stopped last */
  private readonly stoppedAt = new Map<string, number>();
  private lastStoppedAt: number;

  /** @param now epoch milliseconds. What was before is unknown, so rules may have been stopped until now. */
  constructor(now: number) {
    this.lastStoppedAt = now;
  }

  /** Counts an event. @returns the rules to suspend */
  observe(rules: TenantRuleSet, eventType: EventType, { outcomes, longest }: Evaluated, now: number): Suspension[] {
    this.countEvent(rules, eventType, now);
    const stopped = outcomes.filter((outcome) => !outcome.hit && outcome.stopped !== undefined);
    if (stopped.length === 0) return [];
    this.lastStoppedAt = now;
    const suspensions: Suspension[] = [];
    for (const outcome of stopped) {
      this.stoppedAt.set(outcome.rule_id, now);
      if (!outcome.hit && outcome.stopped === 'rule') suspensions.push(...this.countOwn(rules, outcome.rule_id, now));
    }
    if (longest?.length) suspensions.push(...this.countShared(rules, eventType, longest, now));
    // Without these rules, the others may have enough time.
    if (suspensions.length > 0) this.shared.delete(eventType);
    const first = suspensions[0];
    return first?.time_limit === 'rule' ? suspensions.filter(({ time_limit }) => time_limit === 'rule') : suspensions;
  }

  /** The active and shadow rules that were stopped lately, in the order of the rules. */
  current({ byId }: TenantRuleSet, now: number): string[] {
    for (const [id, at] of this.stoppedAt) if (now - at >= OVER_AFTER_MS) this.stoppedAt.delete(id);
    return [...byId.keys()].filter((id) => this.stoppedAt.has(id));
  }

  isOver(now: number): boolean {
    return now - this.lastStoppedAt >= OVER_AFTER_MS;
  }

  private countEvent({ name, byId }: TenantRuleSet, eventType: EventType, now: number): void {
    for (const [id, count] of this.own) {
      const rule = byId.get(id);
      if (rule?.version !== count.version || now - count.since > PERIOD_MS) this.own.delete(id);
      else if (rule.definition.event_type === eventType) count.evaluated++;
    }
    const shared = this.shared.get(eventType);
    if (shared && (shared.rules !== name || now - shared.since > PERIOD_MS)) this.shared.delete(eventType);
    else if (shared) shared.evaluated++;
  }

  private countOwn({ byId }: TenantRuleSet, rule_id: string, now: number): Suspension[] {
    const { version } = byId.get(rule_id)!;
    const count = this.own.get(rule_id) ?? { version, since: now, stopped: 0, evaluated: 1 };
    this.own.set(rule_id, count);
    count.stopped++;
    if (!isStopped(count)) return [];
    this.own.delete(rule_id);
    return [{ rule_id, version, stopped: count.stopped, evaluated: count.evaluated, time_limit: 'rule' }];
  }

  private countShared(
    { name, byId }: TenantRuleSet,
    eventType: EventType,
    longest: NonNullable<Evaluated['longest']>,
    now: number,
  ): Suspension[] {
    const fresh = { rules: name, since: now, stopped: 0, evaluated: 1, ran: new Map<string, number>() };
    const count = this.shared.get(eventType) ?? fresh;
    this.shared.set(eventType, count);
    count.stopped++;
    for (const { rule_id, ms } of longest) count.ran.set(rule_id, (count.ran.get(rule_id) ?? 0) + ms);
    if (!isStopped(count)) return [];
    const [rule_id] = [...count.ran].reduce((most, one) => (one[1] > most[1] ? one : most));
    const { stopped, evaluated } = count;
    return [{ rule_id, version: byId.get(rule_id)!.version, stopped, evaluated, time_limit: 'event' }];
  }
}
