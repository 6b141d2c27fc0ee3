import type { Activity } from '@probity/monitoring/activity';
import type { CountryLists } from '@probity/monitoring/rule-context';
import type { RuleOutcome, RuleToSet, TimeLimits, TimeOfRule } from '@probity/monitoring/rule-set';
import type { ContextCustomer, ContextEvent } from '../monitoring-rules/rule-context-of';

/** The most time that the rules of a tenant get for an event. What is not evaluated by then is stopped. */
export const TIME_LIMITS: TimeLimits = { ofRule: 50, ofEvent: 100 };

/**
 * The most activities of a customer that windows have in memory: about 550 a day for a year. In memory, they take 10 to
 * 40 MB; loading them takes a thread about a second. Rules whose windows need more are stopped.
 */
export const MAX_HISTORY = 200_000;

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
}

/** What is missing. The history comes last, page by page; see `HistoryPage`. */
export interface Missing {
  rules?: true;
  countryLists?: true;
  history?: WantedPage;
}

/**
 * A page of the stored activities of a customer, oldest first: after `after` and not after `until` (epoch milliseconds;
 * null: no end).
 */
export interface WantedPage {
  /** names the load to which the page belongs */
  load: number;
  after: Place;
  until: number | null;
  /** the first page of a load is short, because most customers have few activities */
  isFirst: boolean;
  /** set for the second page: of the activities from there on, only so many are wanted, the latest ones */
  most?: number;
}

/** Where a page begins: after the activity of this time and event. */
export interface Place {
  /** as Postgres writes it, with its microseconds */
  at: string;
  event_id: string;
}

export interface HistoryPage {
  load: number;
  /** the activities as JSON text, which only the thread reads; see `readActivities` */
  activities: string;
  /** where the next page begins; null: there is none */
  next: Place | null;
  /** epoch milliseconds; set if there are more activities than wanted: the page begins after the ones that are left out */
  cutAt?: number;
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

/** A step of a thread. A page of a history belongs to the customer for whom an evaluation asked for it. */
export type Step =
  { evaluation: Evaluation; supplies?: Supplies } | { customer_id: string; page: HistoryPage } | { stored: Stored };

/** The reply to a page is the next page that is missing, or that the history is there now. */
export type Reply = { evaluated: Evaluated } | { missing: Missing } | { loaded: true };
export type EvaluationReply = Reply | { failed: { message: string; stack?: string } };

/** Gets what a thread asks for. */
export interface Source {
  supply(missing: Missing): Supplies;
  page(wanted: WantedPage): Promise<HistoryPage>;
}

/** Evaluates events. Evaluations and notes of one customer take effect in the order of the calls. */
export interface Evaluations {
  evaluate(evaluation: Evaluation, source: Source): Promise<Evaluated>;
  stored(tenantId: string, stored: Stored): void;
}
