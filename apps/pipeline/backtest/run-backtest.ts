import type { BacktestProgress } from '@probity/contracts/monitoring-rules/views';
import { Backtest } from '@probity/monitoring/backtest';
import { decided } from '@probity/monitoring/comparable-amounts';
import { CustomerWindows } from '@probity/monitoring/customer-windows';
import type { CountryLists } from '@probity/monitoring/rule-context';
import type { Sql } from '@probity/persistence/database';
import { TIME_LIMITS } from '../evaluation/evaluation';
import { checkNewRule } from '../monitoring-rules/check-rule';
import { type ContextCustomer, ruleContext } from '../monitoring-rules/rule-context-of';
import { countCustomers, customersOf, eventsOf, transactionsUntil } from './stored-events';

const REPORT_EVERY_MS = 1_000;

export interface BacktestTask {
  tenantId: string;
  definition: Record<string, unknown>;
  /** the first moment of the period */
  from?: Date;
  /** the first moment after the period */
  to?: Date;
  maxExamples: number;
  countryLists: CountryLists;
}

/** After this time, a backtest ends with the history that it has read. */
export const MAX_BACKTEST_MS = 600_000;

/**
 * Runs a draft over the stored events of a tenant, customer by customer, in the order of time. It uses the current
 * profile of each customer, and keeps the windows of one customer at a time in memory.
 *
 * Returns the figures about once a second, and at the end with the examples.
 *
 * @throws RuleError when the draft is not a valid rule
 */
export function runBacktest(sql: Sql, task: BacktestTask): AsyncGenerator<BacktestProgress> {
  checkNewRule(task.definition);
  const backtest = new Backtest(decided(task.definition), {
    maxExamples: task.maxExamples,
    msOfRule: TIME_LIMITS.ofRule,
  });
  return run(sql, task, backtest);
}

async function* run(sql: Sql, task: BacktestTask, backtest: Backtest): AsyncGenerator<BacktestProgress> {
  const startedAt = Date.now();
  let reportedAt = startedAt;
  const covered = { customers_read: 0, customers_total: await countCustomers(sql, task.tenantId), complete: false };
  const progress = () => ({ ...figures(backtest), ...covered });
  for await (const step of observeAll(sql, task, backtest)) {
    const now = Date.now();
    if (step === 'customer') covered.customers_read++;
    if (now - startedAt > MAX_BACKTEST_MS) {
      yield result(backtest, progress());
      return;
    }
    if (now - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = now;
    yield { ...progress(), done: false, examples: [] };
  }
  yield result(backtest, { ...progress(), complete: true });
}

const result = (backtest: Backtest, progress: Omit<BacktestProgress, 'done' | 'examples'>): BacktestProgress => ({
  ...progress,
  done: true,
  examples: backtest.result().examples.map((example) => ({ ...example })),
});

function figures(
  backtest: Backtest,
): Omit<BacktestProgress, 'done' | 'examples' | 'complete' | 'customers_read' | 'customers_total'> {
  const { alerts_after_cooldown, first_event_at, last_event_at, examples: _, ...counts } = backtest.result();
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    ...counts,
    alerts: alerts_after_cooldown,
    first_event_at: time(first_event_at),
    last_event_at: time(last_event_at),
  };
}

/** What was read: a page of a customer's events, or all of them. */
type Read = 'page' | 'customer';

/** Yields often enough to report progress, and to stop soon after the caller unsubscribes. */
async function* observeAll(sql: Sql, task: BacktestTask, backtest: Backtest): AsyncGenerator<Read> {
  for await (const customers of customersOf(sql, task.tenantId)) {
    for (const customer of customers) {
      yield* observeCustomer(sql, task, backtest, customer);
      backtest.customerDone(customer.id);
      yield 'customer';
    }
  }
}

/** Evaluates a customer's events, and yields after each page of them. */
async function* observeCustomer(
  sql: Sql,
  { tenantId, from, to, countryLists }: BacktestTask,
  backtest: Backtest,
  customer: ContextCustomer,
): AsyncGenerator<Read> {
  const { aggregates, longestWindowMs } = backtest.rule;
  const start = from && new Date(from.getTime() - longestWindowMs - 1); // windows reach back before the first event
  const before = start ? await transactionsUntil(sql, tenantId, customer.id, start) : { count: 0, last: null };
  const windows = new CustomerWindows(aggregates, [], { completeSince: start?.getTime(), countryLists });
  const history = { transaction_count: before.count, previous_activity_at: before.last };

  for await (const events of eventsOf(sql, tenantId, customer.id, start ?? '-infinity', to ?? 'infinity')) {
    for (const event of events) {
      if (!from || event.at >= from.getTime()) {
        const context = ruleContext(event, customer, history, windows, countryLists);
        backtest.observe({ customer_id: customer.id, event_id: event.event_id, context });
      }
      if (!event.activity) continue;
      windows.add(event.activity);
      history.transaction_count++;
      history.previous_activity_at = event.at;
    }
    windows.prune(events.at(-1)!.at);
    yield 'page';
  }
}
