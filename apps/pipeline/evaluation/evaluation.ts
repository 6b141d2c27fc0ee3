import type { Activity } from '@probity/monitoring/activity';
import type { CountryLists } from '@probity/monitoring/rule-context';
import type { RuleOutcome, RuleToSet, TimeLimits, TimeOfRule } from '@probity/monitoring/rule-set';
import type { ContextCustomer, ContextEvent } from '../monitoring-rules/rule-context-of';

/** The most time that the rules of a tenant get for an event. What is not evaluated by then is stopped. */
export const TIME_LIMITS: TimeLimits = { ofRule: 50, ofEvent: 100 };

/** An event to evaluate, with the names of everything that the thread may already have. */
export interface Evaluation {
  tenant_id: string;
  customer_id: string;
  /** names the tenant's rules: another text when a rule changes */
  rules: string;
  /** names the tenant's country lists */
  countries: string;
  /** the version of the customer's subject: it increases when events of the customer are stored */
  version: number;
  /** activities of the customer that are not stored yet, oldest first */
  earlier: Activity[];
  event: ContextEvent;
  customer: ContextCustomer;
  history: { transaction_count: number; previous_activity_at: number | null };
}

/** What a thread asks for when it does not have it, and gets with the same evaluation once more. */
export interface Supplies {
  rules?: readonly RuleToSet[];
  countryLists?: CountryLists;
  history?: History;
}

/** The stored activities of a customer after a time (epoch milliseconds). */
export interface History {
  since: number;
  activities: Activity[];
}

/** What is missing. `history` is the time from which activities are needed. */
export interface Missing {
  rules?: true;
  countryLists?: true;
  history?: number;
}

export interface Evaluated {
  /** the rules that hit or were stopped */
  outcomes: RuleOutcome[];
  /** number of rules for this type of event */
  rules: number;
  /** set when the time of the event was used up: the rules that ran longest, longest first */
  longest?: TimeOfRule[];
  /** set for an amount that is not comparable: the ids of the rules that read amounts */
  amount_readers?: string[];
  /** set when the rules were compiled for this evaluation */
  compiled?: CompiledRules;
}

/** Tells the thread that events of a customer were stored: its windows then reflect `to`. */
export interface Stored {
  customer_id: string;
  from: number;
  to: number;
  /** the activities that were stored, oldest first */
  activities: Activity[];
  /** the time of the latest activity; much older events need the history again */
  latest: number;
}

/** What a thread found in stored rules when it compiled them. */
export interface CompiledRules {
  /** saved under an earlier rule language; they are skipped, the others apply */
  unusable: { rule_id: string; message: string }[];
  /** saved before there was a limit; they run within the time limits */
  aboveLimit: { rule_id: string; cost: number }[];
}

export type EvaluationReply =
  { evaluated: Evaluated } | { missing: Missing } | { failed: { message: string; stack?: string } };

/** Evaluates events. Evaluations and notes of one customer take effect in the order of the calls. */
export interface Evaluations {
  evaluate(evaluation: Evaluation, supply: (missing: Missing) => Promise<Supplies>): Promise<Evaluated>;
  stored(tenantId: string, stored: Stored): void;
}
